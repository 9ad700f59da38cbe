"""Small lists of entries as clubs have them, each with what somebody who knows the people reads in it.

A list is its name, the size of an entry, its text, and its entries: “Given Family + Given Family @ Club”, the family
name behind a “|” where it has several words. Names are invented.
"""

from typing import Final

LISTS: Final[tuple[tuple[str, int, str, tuple[str, ...]], ...]] = (
    (
        "plus", 2,
        "Vana Gino + Cargnino Pia\nMassa Renato + Poma Teresa\nTeppa Ada + Grosso Leo\n",
        ("Gino Vana + Pia Cargnino", "Renato Massa + Teresa Poma", "Ada Teppa + Leo Grosso"),
    ),
    (
        "ampersand and small letters", 2,
        "vana gino & cargnino pia\nmassa renato & poma teresa\n",
        ("Gino Vana + Pia Cargnino", "Renato Massa + Teresa Poma"),
    ),
    (
        "comma between two full names", 2,
        "Mario Vana, Pia Cargnino\nRenato Massa, Teresa Poma\n",
        ("Mario Vana + Pia Cargnino", "Renato Massa + Teresa Poma"),
    ),
    (
        "comma inside of names", 2,
        "Vana, Mario / Cargnino, Pia\nMassa, Renato / Poma, Teresa\n",
        ("Mario Vana + Pia Cargnino", "Renato Massa + Teresa Poma"),
    ),
    (
        "an x between", 2,
        "Vana Gino x Cargnino Pia\nMassa Renato x Poma Teresa\n",
        ("Gino Vana + Pia Cargnino", "Renato Massa + Teresa Poma"),
    ),
    (
        "con", 2,
        "Vana Gino con Cargnino Pia\nMassa Renato con Poma Teresa\n",
        ("Gino Vana + Pia Cargnino", "Renato Massa + Teresa Poma"),
    ),
    (
        "line breaks in a cell", 2,
        'Coppia;Circolo\n"Vana Gino\nCargnino Pia";Traves\n"Massa Renato\nPoma Teresa";Viù\n',
        ("Gino Vana + Pia Cargnino @ Traves", "Renato Massa + Teresa Poma @ Viù"),
    ),
    (
        "semicolons", 2,
        "Vana Gino; Cargnino Pia\nMassa Renato; Poma Teresa\n",
        ("Gino Vana + Pia Cargnino", "Renato Massa + Teresa Poma"),
    ),
    (
        "brothers", 2,
        "Vana Gino e Cargnino Pia\nNeri Carlo e Paolo\nMassa Renato e Poma Teresa\nCarla e Lucia Ferro\n",
        ("Gino Vana + Pia Cargnino", "Carlo Neri + Paolo Neri", "Renato Massa + Teresa Poma",
            "Carla Ferro + Lucia Ferro",
        ),
    ),
    (
        "particles", 2,
        "De Rossi Anna - Dell'Acqua Ugo\nD'Angelo Piero - Lo Presti Rita\nDella Valle Carlo - Van den Berg Luisa\n"
        "La Rosa Mario - Di Stefano Lucia\nDel Piero Sandro - D’Agostino Pia\n",
        (
            "Anna |De Rossi + Ugo Dell'Acqua", "Piero D'Angelo + Rita |Lo Presti",
            "Carlo |Della Valle + Luisa |Van den Berg", "Mario |La Rosa + Lucia |Di Stefano",
            "Sandro |Del Piero + Pia D’Agostino",
        ),
    ),
    (
        "numbers of every kind", 2,
        "6 - Teppa Ada - Grosso Leo\n7 Vana Gino - Cargnino Pia\n8) Massa Renato / Poma Teresa\n"
        ""
        "9. Boggio Mara e Airola Piero\n"
        "10: Genta Luigi; Perino Silvio\n",
        (
            "Ada Teppa + Leo Grosso", "Gino Vana + Pia Cargnino", "Renato Massa + Teresa Poma",
            "Mara Boggio + Piero Airola",
            "Luigi Genta + Silvio Perino",
        ),
    ),
    (
        "numbers and family names", 2,
        "6 Teppa - Grosso\n7 Vana - Cargnino\n10: Droetto - Olivetti\n",
        ("Teppa + Grosso", "Vana + Cargnino", "Droetto + Olivetti"),
    ),
    ("numbered singles", 1, "7 Vana\n8 Moretti\n9: Cargnino\n• Perino\n", ("Vana", "Moretti", "Cargnino", "Perino")),
    (
        "bullets and keycaps", 2,
        "• Moretti Ugo - Fontana Ida\n- Rossi Mario / Bianchi Luca\n1️⃣ Vana Gino - Poma Pia\n"
        "🔟 Massa Renato - Genta Luigi\n"
        "✅ Perino Silvio - Ferro Dina\n",
        (
            "Ugo Moretti + Ida Fontana", "Mario Rossi + Luca Bianchi", "Gino Vana + Pia Poma",
            "Renato Massa + Luigi Genta",
            "Silvio Perino + Dina Ferro",
        ),
    ),
    (
        "headings by meaning", 2,
        "N.;Componente 1;Componente 2;Società\n1;Vana Gino;Cargnino Pia;Traves\n2;Massa Renato;Poma Teresa;Viù\n",
        ("Gino Vana + Pia Cargnino @ Traves", "Renato Massa + Teresa Poma @ Viù"),
    ),
    (
        "players a and b", 2,
        "Giocatore A;Giocatore B\nGino Vana;Pia Cargnino\nRenato Massa;Teresa Poma\n",
        ("Gino Vana + Pia Cargnino", "Renato Massa + Teresa Poma"),
    ),
    (
        "family name of the first player", 2,
        "Cognome 1° giocatore;Nome 1° giocatore;Cognome 2° giocatore;Nome 2° giocatore\n"
        "Vana;Gino;De Luca;Pia\nMassa;Renato;;\n",
        ("Gino Vana + Pia |De Luca", "Renato Massa"),
    ),
    (
        "nominativo", 1,
        "Nominativo;Circolo di appartenenza;Cell.\nVana Gino;Traves;333 1234567\nPoma Teresa;Viù;\n",
        ("Gino Vana @ Traves", "Teresa Poma @ Viù"),
    ),
    (
        "title above", 2,
        "Torneo di scopa del 5 dicembre;;\n;;\nCoppia;Circolo;Pagato\nVana Gino - Cargnino Pia;Traves;X\n"
        "Massa Renato - Poma Teresa;Viù;\n",
        ("Gino Vana + Pia Cargnino @ Traves", "Renato Massa + Teresa Poma @ Viù"),
    ),
    (
        "heading repeated", 2,
        "Cognome;Nome;Cognome;Nome\nVana;Gino;Cargnino;Pia\nCognome;Nome;Cognome;Nome\nMassa;Renato;Poma;Teresa\n",
        ("Gino Vana + Pia Cargnino", "Renato Massa + Teresa Poma"),
    ),
    (
        "heading of another block", 2,
        "Giocatore 1;Giocatore 2\nVana Gino;Cargnino Pia\nGiocatore 2;Giocatore 1\nPoma Teresa;Massa Renato\n",
        ("Gino Vana + Pia Cargnino", "Renato Massa + Teresa Poma"),
    ),
    (
        "two blocks side by side", 2,
        "N.;Coppia;;N.;Coppia\n1;Vana Gino - Cargnino Pia;;3;Teppa Ada - Grosso Leo\n"
        "2;Massa Renato - Poma Teresa;;4;\n",
        ("Gino Vana + Pia Cargnino", "Renato Massa + Teresa Poma", "Ada Teppa + Leo Grosso"),
    ),
    (
        "two blocks of singles", 1,
        "1;Vana Gino;4;Teppa Ada\n2;Massa Renato;5;Grosso Mario\n3;Poma Teresa;6;Genta Luigi\n",
        ("Gino Vana", "Renato Massa", "Teresa Poma", "Ada Teppa", "Mario Grosso", "Luigi Genta"),
    ),
    (
        "totals", 2,
        "Coppia;Quota\nVana Gino - Cargnino Pia;20\nMassa Renato - Poma Teresa;20\nTotale coppie;2\nTotale;40\n",
        ("Gino Vana + Pia Cargnino", "Renato Massa + Teresa Poma"),
    ),
    (
        "groups", 2,
        "Girone A\nVana Gino - Cargnino Pia\nMassa Renato - Poma Teresa\nGirone B\nTeppa Ada - Grosso Leo\n",
        ("Gino Vana + Pia Cargnino", "Renato Massa + Teresa Poma", "Ada Teppa + Leo Grosso"),
    ),
    (
        "one player a row", 2,
        "Coppia n.;Giocatore;Circolo\n1;Vana Gino;Traves\n;Cargnino Pia;Traves\n2;Massa Renato;Viù\n;Poma Teresa;Viù\n",
        ("Gino Vana + Pia Cargnino @ Traves", "Renato Massa + Teresa Poma @ Viù"),
    ),
    (
        "one player a row in parts", 2,
        "N.;Cognome;Nome\n1;Vana;Gino\n;Cargnino;Pia\n2;Massa;Renato\n2;Poma;Teresa\n",
        ("Gino Vana + Pia Cargnino", "Renato Massa + Teresa Poma"),
    ),
    (
        "empty places", 2,
        "1;Vana Gino - Cargnino Pia\n2;Massa Renato - Poma Teresa\n3;...\n4;\n5;____\n",
        ("Gino Vana + Pia Cargnino", "Renato Massa + Teresa Poma"),
    ),
    (
        "telephones", 2,
        "Vana Gino 347 555 0118 - Cargnino Pia\nMassa Renato - Poma Teresa tel. 011/5550118\n"
        "Genta Luigi (333.5550142) e Ferro Dina\n",
        ("Gino Vana + Pia Cargnino", "Renato Massa + Teresa Poma", "Luigi Genta + Dina Ferro"),
    ),
    (
        "addresses", 1,
        "Vana Gino gino.vana@example.it\nPoma Teresa <teresa@example.it>\n",
        ("Gino Vana", "Teresa Poma"),
    ),
    (
        "payments behind a name", 2,
        "Vana Gino - Cargnino Pia (pagato)\nMassa Renato - Poma Teresa 10 €\nTeppa Ada - Grosso Leo X\n"
        "Genta Luigi - Ferro Dina (non pagato)\n",
        ("Gino Vana + Pia Cargnino", "Renato Massa + Teresa Poma", "Ada Teppa + Leo Grosso",
        "Luigi Genta + Dina Ferro"),
    ),
    (
        "states", 2,
        "Vana Gino - Cargnino Pia (da confermare)\nMassa Renato - Poma Teresa\nTeppa Ada - Grosso Leo ?\n",
        ("Gino Vana + Pia Cargnino", "Renato Massa + Teresa Poma", "Ada Teppa + Leo Grosso"),
    ),
    (
        "the same pair turned", 2,
        "Bruno Massa - Piero Vana\nCarlo Poma - Pia Ferro\nMassa Bruno - Vana Piero\n",
        ("Bruno Massa + Piero Vana", "Carlo Poma + Pia Ferro"),
    ),
    (
        "another apostrophe", 1,
        "Cognome;Nome\nD'Angelo;Maria\nD’Angelo;Maria\nVana;Gino\n",
        ("Maria D'Angelo", "Gino Vana"),
    ),
    (
        "without a sign", 2,
        "Giovanni Grill Carlo Bermond\nPiero Vana Pia Cargnino\n",
        ("Giovanni Grill + Carlo Bermond", "Piero Vana + Pia Cargnino"),
    ),
    (
        "the older export", 2,
        "Numero;Nome;Giocatori;Circolo;Testa di serie;Stato;Pagato;Presente;Posto finale\n"
        "1;Grill – Bermond;Giovanni Grill, Carlo Bermond;Traves;;Iscritto;no;no;\n"
        "2;De Rossi – Vana;Anna Maria De Rossi, Gino Vana;;;Iscritto;sì;no;\n",
        ("Giovanni Grill + Carlo Bermond @ Traves", "Anna Maria |De Rossi + Gino Vana"),
    ),
    (
        "messages between", 2,
        "Vana Gino - Cargnino Pia\nla 2 forse non viene, sentitela\nMassa Renato - Poma Teresa\n",
        ("Gino Vana + Pia Cargnino", "Renato Massa + Teresa Poma"),
    ),
    (
        "clubs behind", 2,
        "Vana Gino - Cargnino Pia (Bocciofila Lanzo)\nMassa Renato - Poma Teresa - Circolo di Viù\n",
        ("Gino Vana + Pia Cargnino @ Bocciofila Lanzo", "Renato Massa + Teresa Poma @ Circolo di Viù"),
    ),
    (
        "alone", 2,
        "Vana Gino - cerca\nMassa Renato / ?\nPoma Teresa - Ferro Dina\n",
        ("Gino Vana", "Renato Massa", "Teresa Poma + Dina Ferro"),
    ),
    (
        "capitals tell", 2,
        "ROSSI BIANCHI Ubertino - VANA Ondina\nPOMA Ermelindo - DE LUCA Fiordaliso\n",
        ("Ubertino |Rossi Bianchi + Ondina Vana", "Ermelindo Poma + Fiordaliso |De Luca"),
    ),
    (
        "a word between", 2,
        "Vana Gino - Cargnino Pia\nMassa Renato - Poma Teresa\nPAGATI:\nTeppa Ada - Grosso Leo\nQuota\n",
        ("Gino Vana + Pia Cargnino", "Renato Massa + Teresa Poma", "Ada Teppa + Leo Grosso"),
    ),
    (
        "places between", 2,
        "1) Vana Gino - Cargnino Pia\n2) in attesa\n3) Massa Renato - Poma Teresa\n4) libero\n",
        ("Gino Vana + Pia Cargnino", "Renato Massa + Teresa Poma"),
    ),
    (
        "four players a row", 2,
        "Giocatore;Giocatore;Giocatore;Giocatore\nVana Gino;Cargnino Pia;Massa Renato;Poma Teresa\n",
        ("Gino Vana + Pia Cargnino", "Renato Massa + Teresa Poma"),
    ),
    (
        "numbers under the word pair", 2,
        "Coppia;Nominativo\n1;Vana Gino\n;Cargnino Pia\n2;Massa Renato\n;Poma Teresa\n",
        ("Gino Vana + Pia Cargnino", "Renato Massa + Teresa Poma"),
    ),
    (
        "the number on both rows", 2,
        "1;Vana Gino\n1;Cargnino Pia\n2;Massa Renato\n2;Poma Teresa\n3;Teppa Ada\n3;Grosso Leo\n",
        ("Gino Vana + Pia Cargnino", "Renato Massa + Teresa Poma", "Ada Teppa + Leo Grosso"),
    ),
    (
        "the partner on the next line", 2,
        "1) Vana Gino e\nCargnino Pia\n2) Massa Renato e\nPoma Teresa\n",
        ("Gino Vana + Pia Cargnino", "Renato Massa + Teresa Poma"),
    ),
    (
        "one of two left", 2,
        "Vana Gino (ritirato) - Cargnino Pia\nMassa Renato - Poma Teresa\n",
        ("Pia Cargnino", "Renato Massa + Teresa Poma"),
    ),
    (
        "what follows a name", 2,
        "Vana Gino - Cargnino Pia TO\nMassa Renato - Poma Teresa\n❌ Teppa Ada - Grosso Leo\nGenta Luigi + compagno\n",
        ("Gino Vana + Pia Cargnino", "Renato Massa + Teresa Poma", "Luigi Genta"),
    ),
    (
        "line breaks in a cell without a heading", 2,
        '"Vana Gino\nCargnino Pia";333 1234567\n"Massa Renato\nPoma Teresa";\n',
        ("Gino Vana + Pia Cargnino", "Renato Massa + Teresa Poma"),
    ),
    (
        "remarks between", 2,
        "Info: 333 1234567\nVana Gino - Cargnino Pia\nQuota 10 euro a testa\nMassa Renato - Poma Teresa\n",
        ("Gino Vana + Pia Cargnino", "Renato Massa + Teresa Poma"),
    ),
    (
        "quotation mark alone", 2,
        'Vana Gino;Cargnino Pia\n"Massa Renato;Poma Teresa\nTeppa Ada;Grosso Leo\n',
        ("Gino Vana + Pia Cargnino", "Renato Massa + Teresa Poma", "Ada Teppa + Leo Grosso"),
    ),
    (
        "a table of text", 2,
        "| N | Coppia | Pagato |\n|---|:---|---|\n| 1 | Vana Gino - Cargnino Pia | X |\n"
        "| 2 | Massa Renato - Poma Teresa | |\n",
        ("Gino Vana + Pia Cargnino", "Renato Massa + Teresa Poma"),
    ),
    (
        "a chat", 2,
        "12/11/26, 21:03 - I messaggi sono cifrati.\n12/11/26, 21:05 - Carla: Vana Gino e Cargnino Pia\n"
        "12/11/26, 21:07 - Pino: Massa Renato - Poma Teresa\n12/11/26, 21:09 - Ugo: <Media omessi>\n",
        ("Gino Vana + Pia Cargnino", "Renato Massa + Teresa Poma"),
    ),
    (
        "a mail", 2,
        "Da: Carla <carla@example.org>\nOggetto: coppie\n\nVana Gino - Cargnino Pia\nMassa Renato - Poma Teresa\n\n"
        "Grazie, Carla\n",
        ("Gino Vana + Pia Cargnino", "Renato Massa + Teresa Poma"),
    ),
    (
        "the partner in a column of another name", 2,
        "Nome;Insieme a\nVana Gino;Cargnino Pia\nMassa Renato;Poma Teresa\n",
        ("Gino Vana + Pia Cargnino", "Renato Massa + Teresa Poma"),
    ),
    (
        "the partner in the notes", 2,
        "Cognome;Nome;Note\nVana;Gino;gioca con Pia Cargnino\nMassa;Renato;con Teresa Poma\nTeppa;Ada;cerca compagno\n",
        ("Gino Vana + Pia Cargnino", "Renato Massa + Teresa Poma", "Ada Teppa"),
    ),
    (
        "places without a number", 1,
        "Vana Gino\nriservato\nCargnino Pia\nposto libero\n",
        ("Gino Vana", "Pia Cargnino"),
    ),
)  # fmt: skip
