"""Stages of an event that are played in rounds: who meets who, who rests, and in which place everybody stands."""
