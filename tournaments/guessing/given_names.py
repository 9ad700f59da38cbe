"""The usual given names in Italy, without accents. They tell which word of a full name is the family name."""

from typing import Final

_WOMEN: Final = """
giusy giusi cettina nuccia ninetta marialuisa mariateresa mariangela annarosa annamaria pierangela lella fatima maia
ivana ada adalgisa adele adelina adriana agata agnese aida alba alberta alda alessandra alessia alice alina amalia
amelia anastasia angela angelica angelina angiola anita anna annalisa annarita annunziata antonella antonia antonietta
antonina arianna armida assunta aurelia aurora barbara beatrice benedetta berta bianca bice bruna camilla carla
carlotta carmela carmen carolina caterina catia cecilia celeste celestina cesarina chiara cinzia clara claudia clelia
clementina clotilde concetta consolata costanza cristiana cristina daniela daria debora delia delfina diana dina
domenica donata donatella dora doriana edda edvige elda elena eleonora eliana elide elisa elisabetta elsa elvira ema
emanuela emilia emma enrica erica erika erminia ernesta ersilia ester eugenia eva fabiana fabiola fabrizia federica
felicita fernanda filomena fiorella fiorenza flavia flora franca francesca gabriella gaia gemma genoveffa germana
giacinta giada gianna ginevra gina ginetta gioia giorgia giovanna gisella giulia giuliana giuseppina grazia graziella
greta ida ilaria ilda imelde immacolata ines iolanda irene iris irma isa isabella isidora italia ivonne jessica jolanda
katia lara laura lea leda leonilde letizia lia lidia liliana lina linda livia lorena lorenza loredana lorella luana
lucia luciana lucrezia luigia luigina luisa luisella maddalena mafalda manuela mara marcella margherita maria
mariagrazia marianna mariarosa mariella marilena marina marinella mariolina marisa marta martina marzia matilde maura
melania mercedes michela milena milva mimma mina mirella miranda miriam monica morena nadia natalia natalina nella
nicoletta nilde nina nives noemi norma nunzia olga olimpia onorina orietta ornella ortensia ottavia pamela paola
pasqualina patrizia pia piera pierina pina primina quintina rachele raffaella ramona rebecca regina renata rina rita
roberta romana romilda rosa rosalba rosalia rosangela rosanna rosaria roselda rosella rosetta rosina rosita rossana
rossella sabina sabrina samanta samantha sandra sara serafina serena severina silvana silvia simona simonetta sofia
sonia stefania stella susanna tamara tania tatiana tea tecla tilde teresa teresina tina tiziana tullia valentina
valeria vanda vanessa vanna vera veronica vilma vincenza viola virginia vittoria viviana wanda wilma zaira zita zoe
"""
_MEN: Final = """
beppe bepi gigi gino pino toni tony edo leo pippo nando titti jose juan pedro ion ioan mihai florin vasile andrei
mohamed mohammed ahmed youssef karim hassan ali pierangelo piergiorgio gianbattista giambattista ghino mimmo totò toto
ciccio abele abramo achille adamo adelmo adolfo adriano agostino alberto albino alceo alcide aldo alessandro alessio
alfio alfonso alfredo alvaro alvise ambrogio amedeo amerigo amilcare anacleto andrea angelo angiolino anselmo antonino
antonio arduino aristide armando arnaldo arrigo arturo attilio augusto aurelio baldassarre bartolomeo basilio battista
beniamino benito bernardo biagio bortolo bruno calogero camillo carlo carmelo carmine casimiro celestino celso cesare
cesarino christian ciro claudio clemente corrado cosimo cristian cristiano cristoforo dalmazzo damiano daniele danilo
dante dario davide delfino demetrio denis desiderio diego dino domenico donato duilio edgardo edmondo edoardo efisio
egidio elia eligio elio elvio emanuele emidio emiliano emilio enea ennio enrico enzo ercole ermanno ermes ernesto
ettore eugenio eusebio ezio fabio fabrizio fausto federico felice ferdinando fernando ferruccio filiberto filippo
firmino flaminio flavio francesco franco fulvio gabriele gaetano gaspare gastone gaudenzio gennaro gerardo germano
giacinto giacomo giampaolo giampiero giancarlo gianfranco giangiacomo gianluca gianluigi gianmarco gianmario gianni
gianpaolo gianpiero gilberto gildo gioacchino giordano giorgio giovanni giovannino girolamo giuliano giulio giuseppe
giusto goffredo graziano gregorio gualtiero guerrino guglielmo guido gustavo igino ignazio igor ilario innocenzo
ippolito italo ivan ivano ivo jacopo lamberto lauro lazzaro leandro leonardo leone leopoldo libero lino livio loris
lorenzo loriano luca luciano lucio ludovico luigi luigino manlio manuel marcello marco mariano marino mario martino
marzio massimiliano massimo matteo mattia maurizio mauro mauricio melchiorre michelangelo michele milo mirco mirko
modesto moreno natale nazareno nazzareno nello nereo nevio nicola nicolo nino noe norberto norino olindo oliviero omar
omero orazio oreste orlando oscar osvaldo ottavio ottorino palmiro paolo pasquale pasqualino patrizio piercarlo
pierfranco pierino pierluigi piermario pierpaolo piero pietro pio placido primo prospero quinto quirino raffaele
raffaello raimondo raul remigio remo renato renzo riccardo rinaldo rino roberto rocco rodolfo rolando romano romeo
romolo ruggero rosario sabatino sabino salvatore samuel samuele sandro sante santino santo saverio savino sebastiano
secondo serafino sergio settimio severino silvano silverio silvestro silvio simone sisto stefano tancredi teodoro
teofilo terenzio thomas tiberio timoteo tino tito tiziano tobia tommaso tonino tullio ubaldo ugo ulisse ulderico
umberto urbano valentino valerio valter vasco venanzio vincenzo virgilio virginio vito vittore vittorio vladimiro
walter william zeno
"""
# Common both as family and as given names: alone they tell nothing.
_BOTH: Final = """
abele abramo adamo agostino alba alberto ambrogio basilio battista bernardo bianca bruno clemente costanza donato
elia felice fiorenza flora franco gaspare germano giordano giorgio giusto grazia graziano gregorio guglielmo guido
italia lauro lazzaro leone libero luciano marino mariano martino massimo mauro modesto
moreno natale nicola oliviero orlando pio placido primo quinto rocco romano romeo rosa rosario sabatino sabino sante
santo saverio savino secondo silvestro stella tito tommaso urbano valente valentino viola vito
"""
GIVEN: Final = frozenset(f"{_WOMEN} {_MEN}".split())
SURE: Final = GIVEN - frozenset(_BOTH.split())
