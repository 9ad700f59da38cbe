"""Addresses of the pages for organisers."""

from django.urls import URLPattern, URLResolver, path

from tournaments.config.on_demand import Pages

passes = Pages("tournaments.accounts.pages.event_passes")
roles = Pages("tournaments.accounts.pages.roles")
dashboard = Pages("tournaments.dashboard.pages")
apart = Pages("tournaments.draw.pages.apart")
drawing = Pages("tournaments.draw.pages.drawing")
hand = Pages("tournaments.draw.pages.hand")
headcount = Pages("tournaments.draw.pages.headcount")
pairing = Pages("tournaments.draw.pages.pairing")
seeding = Pages("tournaments.draw.pages.seeding")
arrivals = Pages("tournaments.entries.pages.arrivals")
entries = Pages("tournaments.entries.pages.entries")
entry = Pages("tournaments.entries.pages.entry")
listing = Pages("tournaments.entries.pages.list_import")
treasury = Pages("tournaments.entries.pages.treasury")
closing = Pages("tournaments.events.pages.closing")
copying = Pages("tournaments.events.pages.copying")
creating = Pages("tournaments.events.pages.creating")
settings = Pages("tournaments.events.pages.settings")
hall = Pages("tournaments.hall.pages.calling")
event_importing = Pages("tournaments.jobs.pages.event_importing")
jobs = Pages("tournaments.jobs.pages.jobs")
log = Pages("tournaments.log.pages")
paper = Pages("tournaments.paper.pages")
replica = Pages("tournaments.replica.pages")
as_seated = Pages("tournaments.tables.pages.as_seated")

urlpatterns: list[URLPattern | URLResolver] = [
    path("organizza/nuovo/", creating.event_create, name="event_create"),
    path("organizza/nuovo/archivio/", event_importing.event_import, name="event_import"),
    path("organizza/nuovo/archivio/<int:job_id>/", event_importing.event_import_job, name="event_import_job"),
    path("organizza/<slug:slug>/", dashboard.organise, name="organise"),
    path("organizza/<slug:slug>/passo/", dashboard.organise_step, name="organise_step"),
    path("organizza/<slug:slug>/chiavetta/", replica.organise_stick, name="organise_stick"),
    path("organizza/<slug:slug>/chiavetta/riga/", replica.organise_stick_line, name="organise_stick_line"),
    path("organizza/<slug:slug>/ripresa/", replica.organise_resumed, name="organise_resumed"),
    path("organizza/<slug:slug>/copia/modello/", copying.organise_preset, name="organise_preset"),
    path("organizza/<slug:slug>/copia/", copying.organise_copy, name="organise_copy"),
    path("organizza/<slug:slug>/dati/", settings.organise_settings, name="organise_settings"),
    path("organizza/<slug:slug>/regole/", settings.organise_rules, name="organise_rules"),
    path("organizza/<slug:slug>/banco/", arrivals.organise_arrivals, name="organise_arrivals"),
    path("organizza/<slug:slug>/iscritti/", entries.organise_entries, name="organise_entries"),
    path("organizza/<slug:slug>/iscritti/coppie/", entries.organise_pair, name="organise_pair"),
    path("organizza/<slug:slug>/iscritti/qualificati/", entries.organise_qualified, name="organise_qualified"),
    path("organizza/<slug:slug>/iscritti/elenco/", listing.organise_import, name="organise_import"),
    path(
        "organizza/<slug:slug>/iscritti/elenco/esempio.csv",
        listing.organise_import_example,
        name="organise_import_example",
    ),
    path("organizza/<slug:slug>/iscritti/elenco/<int:job_id>/", listing.organise_list, name="organise_list"),
    path(
        "organizza/<slug:slug>/iscritti/elenco/<int:job_id>/annulla/",
        listing.organise_list_cancel,
        name="organise_list_cancel",
    ),
    path("organizza/<slug:slug>/iscritti/<int:entry_id>/", entry.organise_entry, name="organise_entry"),
    path("organizza/<slug:slug>/iscritti/<int:entry_id>/spunta/", entries.organise_tick, name="organise_tick"),
    path("organizza/<slug:slug>/iscritti/<int:entry_id>/decisione/", entries.organise_decide, name="organise_decide"),
    path("organizza/<slug:slug>/numeri/", headcount.organise_headcount, name="organise_headcount"),
    path("organizza/<slug:slug>/teste-di-serie/", seeding.organise_seeds, name="organise_seeds"),
    path("organizza/<slug:slug>/separati/", apart.organise_apart, name="organise_apart"),
    path("organizza/<slug:slug>/separati/fine/", apart.organise_let_meet, name="organise_let_meet"),
    path("organizza/<slug:slug>/sorteggio/", drawing.organise_draw, name="organise_draw"),
    path("organizza/<slug:slug>/sorteggio/annuncio/", drawing.organise_draw_announce, name="organise_draw_announce"),
    path("organizza/<slug:slug>/sorteggio/scarta/", drawing.organise_draw_discard, name="organise_draw_discard"),
    path("organizza/<slug:slug>/sorteggio/ritira/", drawing.organise_draw_withdraw, name="organise_draw_withdraw"),
    path("organizza/<slug:slug>/turni/", hall.organise_rounds, name="organise_rounds"),
    path("organizza/<slug:slug>/turni/abbinamento/", pairing.organise_pairing, name="organise_pairing"),
    path("organizza/<slug:slug>/turni/<int:number>/tavoli/salta/", hand.organise_skip, name="organise_skip"),
    path("organizza/<slug:slug>/turni/<int:number>/tavoli/torna/", hand.organise_end_skip, name="organise_end_skip"),
    path("organizza/<slug:slug>/turni/<int:number>/tavoli/fisso/", hand.organise_fix_table, name="organise_fix_table"),
    path(
        "organizza/<slug:slug>/turni/<int:number>/tavoli/non-fisso/",
        hand.organise_unfix_table,
        name="organise_unfix_table",
    ),
    path("organizza/<slug:slug>/turni/<int:number>/tavoli/", hand.organise_hand, name="organise_hand"),
    path(
        "organizza/<slug:slug>/turni/<int:number>/tavoli/riabbina/",
        hand.organise_pair_others,
        name="organise_pair_others",
    ),
    path("organizza/<slug:slug>/turni/<int:number>/giocato/", as_seated.organise_as_seated, name="organise_as_seated"),
    path("organizza/<slug:slug>/turni/abbinamento/ritira/", pairing.organise_unpair, name="organise_unpair"),
    path("organizza/<slug:slug>/turni/<int:number>/", hall.organise_round_step, name="organise_round_step"),
    path("organizza/<slug:slug>/tavoli/<int:number>/", hall.organise_table_step, name="organise_table_step"),
    path("organizza/<slug:slug>/stampa/", paper.organise_print, name="organise_print"),
    path("organizza/<slug:slug>/stampa/<int:number>/", paper.organise_print, name="organise_print"),
    path("organizza/<slug:slug>/stampa/iscritti/", paper.print_entries, name="print_entries"),
    path("organizza/<slug:slug>/stampa/attestati/", paper.print_certificates, name="print_certificates"),
    path("organizza/<slug:slug>/stampa/cassa/", treasury.print_money, name="print_money"),
    path("organizza/<slug:slug>/stampa/ricevute/", treasury.print_receipts, name="print_receipts"),
    path("organizza/<slug:slug>/ricevute/", treasury.organise_receipt, name="organise_receipt"),
    path("organizza/<slug:slug>/stampa/tavoli/", paper.print_round, name="print_round"),
    path("organizza/<slug:slug>/stampa/fogli/", paper.print_sheets, name="print_sheets"),
    path("organizza/<slug:slug>/stampa/classifica/", paper.print_standings, name="print_standings"),
    path("organizza/<slug:slug>/stampa/indirizzo/", paper.print_address, name="print_address"),
    path("organizza/<slug:slug>/locandina/", paper.organise_poster, name="organise_poster"),
    path("organizza/<slug:slug>/pass/", passes.organise_passes, name="organise_passes"),
    path("organizza/<slug:slug>/pass/nuovi/", passes.organise_passes_issue, name="organise_passes_issue"),
    path("organizza/<slug:slug>/pass/revoca/", passes.organise_passes_revoke, name="organise_passes_revoke"),
    path("organizza/<slug:slug>/pass/<int:entry_id>/rinnova/", passes.organise_pass_renew, name="organise_pass_renew"),
    path("organizza/<slug:slug>/pass/<int:entry_id>/revoca/", passes.organise_pass_revoke, name="organise_pass_revoke"),
    path("organizza/<slug:slug>/documenti/", jobs.organise_jobs, name="organise_jobs"),
    path("organizza/<slug:slug>/documenti/nuovo/", jobs.organise_job_start, name="organise_job_start"),
    path(
        "organizza/<slug:slug>/documenti/tabelle/<slug:what>.<slug:form>",
        jobs.organise_table,
        name="organise_table",
    ),
    path("organizza/<slug:slug>/documenti/<int:job_id>/", jobs.organise_job, name="organise_job"),
    path("organizza/<slug:slug>/documenti/<int:job_id>/file/", jobs.organise_job_file, name="organise_job_file"),
    path("organizza/<slug:slug>/documenti/<int:job_id>/ancora/", jobs.organise_job_again, name="organise_job_again"),
    path("organizza/<slug:slug>/ruoli/", roles.organise_roles, name="organise_roles"),
    path("organizza/<slug:slug>/ruoli/<int:membership_id>/", roles.organise_role_revoke, name="organise_role_revoke"),
    path(
        "organizza/<slug:slug>/inviti/<int:invitation_id>/",
        roles.organise_invitation_revoke,
        name="organise_invitation_revoke",
    ),
    path("organizza/<slug:slug>/registro/", log.organise_audit, name="organise_audit"),
    path("organizza/<slug:slug>/registro/registro.csv", log.organise_audit_file, name="organise_audit_file"),
    path("organizza/<slug:slug>/chiusura/", closing.organise_closing, name="organise_closing"),
    path("organizza/<slug:slug>/chiusura/riapri/", closing.organise_reopen, name="organise_reopen"),
]
