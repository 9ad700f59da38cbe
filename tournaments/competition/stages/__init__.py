"""Stages of an event: who meets who, who rests or goes on, everybody's place, and what a corrected result changes."""
