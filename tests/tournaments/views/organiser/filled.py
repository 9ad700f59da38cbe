"""Forms of the organiser, filled in as their pages show them."""

LEAST = {"preset": "scopa:valliadi_2022", "name": "Coppa delle Valli", "day": "2026-11-20"}
AS_SHOWN = {
    **LEAST,
    "hour": "20:30",
    "entry_size": "2",
    "public_sign_up": "on",
    "review_sign_ups": "on",
    "byes": "seeds",
    "redraw": "",
    "separate_by_group": "on",
    "third_place": "on",
    "best_of_every": "1",
    "best_of_final": "0",
    "best_of_third": "0",
    "best_of_semifinal": "0",
    "best_of_quarterfinal": "0",
    "best_of_earlier": "0",
    "forfeits": "on",
    "scale": "",
}
SETTINGS = {
    "name": "Coppa nuova",
    "day": "2026-12-08",
    "hour": "21:00",
    "venue": "Germagnano",
    "capacity": "32",
    "fee": "12,50",
    "round_minutes": "50",
    "public_sign_up": "on",
    "description": "Si gioca",
    "prizes": "Salami",
}


def shown(desk, name):
    """What a form of a page would send when nothing is touched."""
    forms = desk.get(name).context["forms"]
    data = {}
    for form in forms.values():
        for field in form:
            value = field.value()
            if value is None or value is False:
                continue
            data[field.html_name] = value if isinstance(value, list) else "on" if value is True else str(value)
    return data
