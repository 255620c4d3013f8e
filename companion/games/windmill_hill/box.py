"""What is in the box."""

#: The sites for mills by their height: six on the north slope, six on the south slope.
SITES = {f"{slope}{height}": height for slope in "NS" for height in range(1, 7)}

#: Each card names the sites that are worth more to whoever holds it.
CARDS = {
    "north": [site for site in SITES if site[0] == "N"],
    "south": [site for site in SITES if site[0] == "S"],
    "low": [site for site in SITES if SITES[site] <= 3],
    "high": [site for site in SITES if SITES[site] >= 4],
}
BONUS = 3
ROUNDS = 5
