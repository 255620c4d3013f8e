"""What is to be done next, said to whoever does it: the first thing that a phone shows."""

from companion.common.words import Said, say
from companion.games.propeller_islands.rules import tasks

PROMPTS: dict[type, Said] = {
    tasks.TakeDie: say("Take a die from the Forge."),
    tasks.ChangeDie: say("Change the die that was rolled again, if you like."),
    tasks.Act: say("Build, scrap or activate with the die."),
    tasks.ActivateTiles: say("Activate tiles with the die, one after the other."),
    tasks.ActivateAny: say("Activate a tile, whatever its number."),
    tasks.DeployWorker: say("Deploy a worker from the dock."),
    tasks.PlaceTile: say("Add the drawn tile to the island."),
    tasks.ClaimReward: say("Choose which dock reward comes first."),
    tasks.UseDepots: say("Choose a depot."),
    tasks.ChooseGain: say("Choose energy or steel."),
    tasks.CompletePlan: say("Complete a plan, if you like."),
    tasks.DrawPlan: say("Draw a new plan."),
    tasks.ShiftShared: say("Choose the value of the shared die."),
    tasks.RollDice: say("Roll the dice."),
    tasks.RollAgain: say("Roll the die again."),
    tasks.FillSlot: say("Fill the market slot {slot} from the stack."),
    tasks.DrawTile: say("Draw a tile from the stack."),
    tasks.DealCard: say("Draw a plan from the pile."),
    tasks.ShowPlan: say("Lay out a new plan."),
    tasks.DealCharacter: say("Deal a character."),
}


def prompt(task: tasks.Task) -> str:
    """What this task asks for; several slots may be empty, so the one that is meant is named."""
    said = PROMPTS[type(task)]
    return said.fill(slot=task.slot) if isinstance(task, tasks.FillSlot) else said
