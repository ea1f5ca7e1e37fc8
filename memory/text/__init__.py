"""Text without any model of language: tokens, chunks, cleaning, clipping."""
