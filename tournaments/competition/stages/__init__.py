"""Stages of an event that are played in rounds: who meets whom, who rests, and in which place everybody stands."""
