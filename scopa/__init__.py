"""Scopa: cards, play, scoring, matches and forfeits as frozen values, without any framework."""
