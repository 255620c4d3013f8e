"""Our own drawings of what is printed on tiles, boards, cards and tokens, in many styles."""
