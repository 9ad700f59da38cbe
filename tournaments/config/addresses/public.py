"""Addresses of the pages that everybody may read."""

from django.urls import URLPattern, URLResolver, path

from tournaments.config.on_demand import Pages

alerts = Pages("tournaments.alerts.pages")
draw = Pages("tournaments.draw.pages.draw")
finding = Pages("tournaments.entries.pages.finding")
evening = Pages("tournaments.events.pages.evening")
event = Pages("tournaments.events.pages.event")
event_page = Pages("tournaments.events.pages.event_page")
home = Pages("tournaments.events.pages.home")
lists = Pages("tournaments.events.pages.lists")
sharing = Pages("tournaments.events.pages.sharing")
screen = Pages("tournaments.hall.pages.screen")
lobby = Pages("tournaments.online.pages.lobby")
player = Pages("tournaments.people.pages.player")
calculators = Pages("tournaments.rulebook.pages.calculators")
texts = Pages("tournaments.rulebook.pages.texts")
bracket = Pages("tournaments.standings.pages.bracket")
match = Pages("tournaments.tables.pages.match")

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home.home, name="home"),
    path("e/<slug:slug>/", event.info, name="event"),
    path("calendario.ics", home.calendar, name="calendar"),
    path("e/<slug:slug>/evento.ics", home.event_calendar, name="event_calendar"),
    path("e/<slug:slug>/tabellone/", bracket.event_bracket, name="event_bracket"),
    path("e/<slug:slug>/turni/", lists.event_tables, name="event_tables"),
    path("e/<slug:slug>/sala/", lobby.event_lobby, name="event_lobby"),
    path("e/<slug:slug>/classifica/", lists.event_standings, name="event_standings"),
    path("e/<slug:slug>/iscritti/", lists.event_entries, name="event_entries"),
    path("e/<slug:slug>/regolamento/", event.rules, name="event_rules"),
    path("e/<slug:slug>/sorteggio/", draw.event_draw, name="event_draw"),
    path("e/<slug:slug>/sorteggio/<int:draw_id>.json", draw.event_draw_document, name="event_draw_document"),
    path("sorteggio/<slug:name>.py", draw.draw_verifier, name="draw_verifier"),
    path("e/<slug:slug>/partite/<int:number>/", match.match, name="match"),
    path("e/<slug:slug>/immagine.png", sharing.event_picture, name="event_picture"),
    path("e/<slug:slug>/partite/<int:number>/immagine.png", sharing.match_picture, name="match_picture"),
    path("dove/", finding.find, name="find"),
    path("e/<slug:slug>/dove/", finding.event_find, name="event_find"),
    path("e/<slug:slug>/dove/<int:entry_id>/", finding.event_where, name="event_where"),
    path("e/<slug:slug>/dove/<int:entry_id>/avvisami/", alerts.event_follow, name="event_follow"),
    path("avvisi/", alerts.push_moved, name="push_moved"),
    path("e/<slug:slug>/segni/", event_page.event_marks, name="event_marks"),
    path("e/<slug:slug>/schermo/", screen.screen_page, name="screen"),
    path("giocatori/<int:pk>/", player.player, name="player"),
    path("calcolatrici/", calculators.calculators, name="calculators"),
    path("calcolatrici/serata/", evening.calculator_evening, name="calculator_evening"),
    path("calcolatrici/vp/", calculators.calculator_vp, name="calculator_vp"),
    path("calcolatrici/smazzata/", calculators.calculator_deal, name="calculator_deal"),
    path("regole/", texts.rules, name="rules"),
    path("informazioni/", texts.about, name="about"),
]
