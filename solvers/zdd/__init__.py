"""All loops of a board as a zero-suppressed decision diagram."""
