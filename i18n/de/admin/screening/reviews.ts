import { longDate } from '../../../../domain/calendar.ts'
import type { Words } from '../../../../domain/language.ts'
import type { ReasonMessages } from '../../../../domain/screening/reason-words.ts'
import type { reviewWords as english } from '../../../en/admin/screening/reviews.ts'
import { fieldWords } from '../../forms/person-fields.ts'
import { locale } from '../../locale.ts'

const many = new Intl.NumberFormat(locale)
const people = (amount: number) => (amount === 1 ? '1 Person' : `${many.format(amount)} Personen`)
const percent = (share: number) => `${Math.round(share * 100)}\u00A0%`

/** The regions that the product knows, by their key; an operator's own have no translation. */
export const regionNames = new Map([
  ['crimea', 'Krim'],
  ['sevastopol', 'Sewastopol'],
  ['donetsk', 'Donezk'],
  ['luhansk', 'Luhansk'],
])

const countryNames = new Intl.DisplayNames(locale, { type: 'region' })

/** The sentences of reasons, for the server. */
export const reasonMessages: ReasonMessages = {
  list: ({ whole, entry, list, expired }) =>
    `${whole ? 'Gleicher Name wie' : 'Ähnlicher Name wie'} Eintrag ${entry} auf der Liste ${list}${expired === undefined ? '' : `, einer Anordnung, die am ${longDate(expired, locale)} geendet hat`}`,
  'personal-email': ({ domain }) => `${domain} ist ein Anbieter privater E-Mail-Adressen`,
  'disposable-email': ({ domain }) => `${domain} ist ein Anbieter von Wegwerfadressen`,
  domain: ({ domain }) => `${domain} passt nicht zum Unternehmen`,
  'country-look': ({ country, region }) =>
    `In diesem Land hängen Sanktionen von der Region ab: ${countryNames.of(country)}${region === undefined ? '' : region === '' ? '. Es wurde keine Region angegeben' : `. Angegebene Region: ${region}`}`,
  region: ({ region }) => `Für diese Region gelten Sanktionen: ${regionNames.get(region) ?? region}`,
  unscreened: 'Der Abgleich mit den Listen konnte nicht durchgeführt werden',
  unfinished: 'Der Abgleich mit den Listen wurde nicht rechtzeitig abgeschlossen',
  unreadable: 'Der Name konnte nicht gelesen werden und wurde deshalb nicht mit den Listen verglichen',
  withdrawn: 'Die Freigabe wurde zurückgenommen',
  correction: ({ changes }) =>
    `Korrigierte Angaben: ${changes.map(({ field, before, after }) => `${fieldWords[field]} von „${before}“ zu „${after}“`).join(', ')}`,
}

export const reviewWords: Words<typeof english> = {
  heading: 'Prüffälle',
  lead: 'Zurückgehaltene oder zur Prüfung vorgemerkte Personen und wartende Korrekturen. Zurückgehaltene mit Listentreffer stehen zuerst.',
  loading: 'Wird geladen',
  /** The label of the filter by state. */
  show: 'Anzeigen',
  shown: {
    waiting: 'Alle Wartenden',
    held: 'Zurückgehalten',
    flagged: 'Vorgemerkt',
    denied: 'Gesperrte Länder',
    unconfirmed: 'Unbestätigte Adressen',
  },
  headings: {
    waiting: 'Warten auf Freigabe',
    held: 'Zurückgehalten',
    flagged: 'Zur Prüfung vorgemerkt',
    denied: 'In einem gesperrten Land',
    unconfirmed: 'Adresse nicht bestätigt',
  },
  empties: {
    waiting: 'Niemand wartet auf Freigabe',
    held: 'Niemand wird zurückgehalten',
    flagged: 'Niemand ist zur Prüfung vorgemerkt',
    denied: 'Niemand ist in einem gesperrten Land',
    unconfirmed: 'Alle haben ihre Adresse bestätigt',
  },
  emptyHints: {
    waiting: 'Zurückgehaltene oder zur Prüfung vorgemerkte Personen erscheinen hier mit den Gründen.',
    held: 'Personen, die bis zu einer Entscheidung nichts beginnen oder nutzen können, erscheinen hier mit den Gründen.',
    flagged: 'Personen, die behalten, was sie haben, aber geprüft werden sollen, erscheinen hier mit den Gründen.',
    denied:
      'Personen, die sich aus einem gesperrten Land registrieren, erscheinen hier. Sie können nicht freigegeben werden.',
    unconfirmed:
      'Personen erscheinen hier von der Registrierung an, bis sie dem Link in der Aktivierungs-E-Mail folgen.',
  },
  noMatch: 'Niemand passt zu dieser Suche und diesen Filtern',
  noMatchHint: 'Andere warten vielleicht noch. Ändern Sie die Suche oder die Filter, um sie zu sehen.',
  arrange: 'Reihenfolge und Gruppen',
  amount: (amount: number) => many.format(amount),
  filters: {
    list: 'Listentreffer',
    domain: 'E-Mail-Domain',
    country: 'Land',
    correction: 'Korrektur',
    other: 'Anderes',
  },
  longestFirst: 'Längste Wartezeit zuerst',
  grouped: 'Nach Domain gruppieren',
  domain: (domain, amount) => `${domain}: ${people(amount)}`,
  columns: {
    select: 'Auswählen',
    who: 'Name und Unternehmen',
    state: 'Stand',
    why: 'Grund',
    since: 'Wartezeit',
    answer: 'Entscheidung',
  },
  approveOne: (name) => `${name} freigeben`,
  refuseOne: (name) => `${name} ablehnen`,
  keys: 'In der Tabelle: J und K gehen nach unten und oben, A gibt frei, R lehnt ab.',
  since: (days) => (days === 0 ? 'Seit heute' : days === 1 ? 'Seit gestern' : `Seit ${many.format(days)} Tagen`),
  sinceDate: 'Seit',
  states: {
    PASS: 'Zur Prüfung, nicht zurückgehalten',
    PENDING: 'Wartet auf Freigabe',
    FAIL: 'Abgelehnt, kann noch freigegeben werden',
  },
  /** The labels in the table. */
  stateWords: { PASS: 'Vorgemerkt', PENDING: 'Zurückgehalten', FAIL: 'Abgelehnt' },
  correctionWaits: 'Eine Korrektur wartet auf Prüfung',
  changed: (before, after) => `von ${before || 'keiner Angabe'} zu ${after || 'keiner Angabe'}`,
  unconfirmed: 'Die Person kann freigegeben werden, sobald sie ihre E-Mail-Adresse bestätigt hat.',
  two: {
    first: (by, at, comment) => `Erste Freigabe durch ${by}, ${at}: „${comment}“`,
    own: 'Sie haben die erste Freigabe erteilt. Eine andere Administratorin oder ein anderer Administrator bestätigt sie oder lehnt die Person ab.',
    confirm: 'Freigabe bestätigen',
    waits: 'Einmal freigegeben',
    firstWords: {
      button: 'Freigeben',
      title: (name) => `Erste Freigabe für ${name} erteilen?`,
      text: 'Eine weitere Administratorin oder ein weiterer Administrator muss die Freigabe bestätigen. Bis dahin ändert sich nichts.',
      doing: 'Wird freigegeben',
      done: (name) => `Ihre Freigabe für ${name} wartet auf die Bestätigung durch jemand anderen.`,
      failed: 'Die Person konnte nicht freigegeben werden.',
    },
  },
  product: (title, classification) => `${title}: ${classification ?? 'ohne Exportklassifizierung'}`,
  noReasons: 'Es ist kein Grund verzeichnet.',

  kinds: new Map([
    ['list', 'Sperrliste'],
    ['personal-email', 'Private E-Mail-Adresse'],
    ['disposable-email', 'Wegwerfadresse'],
    ['domain', 'E-Mail-Domain'],
    ['country-look', 'Zu prüfendes Land'],
    ['region', 'Sanktionierte Region'],
    ['unscreened', 'Nicht geprüft'],
    ['unfinished', 'Prüfung nicht beendet'],
    ['unreadable', 'Name nicht lesbar'],
    ['administrator', 'Verwaltung'],
    ['correction', 'Korrektur'],
    ['withdrawn', 'Freigabe zurückgenommen'],
  ]),
  listScore: (share) => `Sperrliste, ${percent(share)}`,
  otherKind: 'Sonstiges',
  text: ({ kind, text }) =>
    kind === 'unfinished'
      ? 'Die Prüfung wurde nicht rechtzeitig fertig. Vergleichen Sie den Namen und das Unternehmen selbst mit den Listen.'
      : kind === 'correction'
        ? 'Die Person hat ihre Angaben korrigiert.'
        : text,
  holds: 'Zurückgehalten',
  looks: 'Zur Prüfung',
  score: (share) => `${percent(share)} Übereinstimmung`,
  compared: 'Vergleich',
  facts: {
    given: 'Angegebener Name',
    listed: 'Name auf der Liste',
    matched: 'Übereinstimmende Wörter',
    score: 'Übereinstimmung',
    entry: 'Eintrag',
    entryName: 'Hauptname des Eintrags',
    programmes: (amount) => (amount === 1 ? 'Programm' : 'Programme'),
    list: 'Liste',
    order: 'Anordnung',
    place: 'Angegeben',
    addresses: 'Anschriften',
    birthDates: 'Geboren',
    birthPlaces: 'Geburtsort',
    nationalities: 'Staatsangehörigkeit',
    linkedTo: 'Verbunden mit',
    remarks: 'Bemerkungen',
    country: 'Land',
    publisher: 'Herausgeber',
    ownership: 'Eigentümer',
  },
  country: (verdict, countries, share) => {
    const named = countries.join(', ')
    if (verdict === 'supports')
      return `Spricht dafür: Der Eintrag nennt dasselbe Land, wie ${share} der Einträge dieser Liste. Er nennt ${named}. Zählt nicht zur Übereinstimmung.`
    return `${verdict === 'contradicts' ? 'Spricht dagegen: ' : ''}Der Eintrag nennt ${named}. Zählt nicht zur Übereinstimmung.`
  },
  birthDate: {
    button: 'Nach dem Geburtsdatum fragen',
    again: 'Erneut nach dem Geburtsdatum fragen',
    asked: (by, at) => `Nach dem Geburtsdatum gefragt: ${at}${by ? `, ${by}` : ''}. Noch keine Antwort.`,
    given: (date, at) => `Geburtsdatum: ${date}, angegeben am ${at}.`,
    verdicts: {
      agrees: 'Stimmt mit dem angegebenen Geburtsdatum überein',
      contradicts: 'Spricht gegen den Treffer: Die Person hat ein anderes Geburtsdatum angegeben',
      unknown: 'Das angegebene Geburtsdatum spricht weder für noch gegen den Treffer',
    },
    dialog: {
      title: (name) => `${name} nach dem Geburtsdatum fragen?`,
      text: 'Die Person erhält eine E-Mail mit einem Link, der einmal und höchstens 30 Tage lang gilt. Die Antwort erscheint hier, wird mit Ihrer Entscheidung gespeichert und mit der Person gelöscht.',
      confirm: 'E-Mail senden',
      doing: 'Wird gesendet',
      done: 'Die Person wurde nach ihrem Geburtsdatum gefragt.',
      failed: 'Die Person konnte nicht gefragt werden.',
    },
  },
  countryFields: new Map([
    ['addresses', 'Anschrift'],
    ['nationalities', 'Staatsangehörigkeit'],
    ['birthPlaces', 'Geburtsort'],
  ]),
  entryPage: 'Eintrag auf der Website des Herausgebers',
  listPage: 'Liste auf der Website des Herausgebers',
  ownership:
    'Auch ein Unternehmen, das zu mindestens 50 % gelisteten Personen oder Unternehmen gehört, ist gesperrt, selbst wenn es auf keiner Liste steht (50-Prozent-Regel der OFAC). Fragen Sie, wem das Unternehmen gehört.',
  ownershipLink: 'Antworten der OFAC zu dieser Regel',
  pair: (given, listed, alike) =>
    given.toLowerCase() === listed.toLowerCase()
      ? given
      : `${given} für ${listed}${alike === null ? '' : ` (${percent(alike)} Übereinstimmung)`}`,
  initials: (short, long) => `${short}: Anfangsbuchstaben von ${long}`,
  reading: (latin) => `verglichen als „${latin}“`,
  entry: (id, kind) => (kind ? `${id}, ${kind}` : id),
  entryKinds: new Map([
    ['person', 'eine Person'],
    ['company', 'ein Unternehmen'],
    ['vessel', 'ein Schiff'],
    ['aircraft', 'ein Flugzeug'],
    ['other', 'Person oder Unternehmen, nicht angegeben'],
  ]),
  listOf: (list, date) => (date ? `${list} vom ${date}` : list),
  ended: (date) => `Eine Anordnung, die am ${date} geendet hat`,
  madeOf: {
    unlike: 'Wörter anders geschrieben',
    contradicting: 'jeder Name hat andere Wörter',
    askedOnly: 'mehr Wörter im angegebenen Namen',
    listedOnly: 'mehr Wörter im Namen auf der Liste',
    common: 'nur häufige Wörter stimmen überein',
    spelling: 'insgesamt ähnliche Schreibweise',
  },
  lost: (what, share) => `${what} −${percent(share)}`,
  gained: (what, share) => `${what} +${percent(share)}`,
  scoreOf: (score, made) =>
    `${percent(score)} Übereinstimmung: ${made.length > 0 ? made.join(', ') : 'dieselben Wörter'}`,

  together: {
    hint: 'Personen, die nur wegen ihrer E-Mail-Domain zurückgehalten werden, können Sie zusammen freigeben. Über Listentreffer wird einzeln entschieden.',
    select: (name) => `${name} auswählen`,
    selectAll: (amount) => `Alle ${many.format(amount)} auswählen`,
    button: (amount) => (amount === 0 ? 'Ausgewählte freigeben' : `${people(amount)} freigeben`),
    title: (amount) => `${people(amount)} freigeben?`,
    text: 'Jede Person wird nur für ihre E-Mail-Domain freigegeben, alle mit demselben Grund. Personen mit einem neuen Grund werden nicht freigegeben.',
    doing: (done, all) => `Freigabe ${many.format(done)} von ${many.format(all)}`,
    results: 'Ergebnisse',
    approved: 'Freigegeben',
    failed: 'Nicht freigegeben',
    close: 'Schließen',
    done: (amount) => `${people(amount)} freigegeben`,
  },

  approve: {
    button: 'Freigeben',
    title: (name) => `${name} freigeben?`,
    text: 'Wartende Abonnements beginnen oder laufen weiter. Eine zurückgehaltene Person bekommt eine E-Mail. Dieselben Gründe halten sie nicht noch einmal zurück.',
    doing: 'Wird freigegeben',
    done: (name) => `${name} ist freigegeben.`,
    failed: 'Die Person konnte nicht freigegeben werden.',
  },
  refuse: {
    button: 'Ablehnen',
    title: (name) => `${name} ablehnen?`,
    text: 'Alle Abonnements der Person werden gekündigt. Zahlungen für Abonnements, die nie begonnen haben, werden erstattet, sofern kein Listeneintrag es verbietet.',
    doing: 'Wird abgelehnt',
    done: (name) => `${name} ist abgelehnt.`,
    failed: 'Die Person konnte nicht abgelehnt werden.',
  },
  'apply-correction': {
    button: 'Freigeben',
    title: (name) => `Korrektur von ${name} freigeben?`,
    text: 'Die korrigierten Angaben gelten dann und werden geprüft. Wird nichts gefunden, ist die Person freigegeben; sonst bleibt sie mit dem Befund in dieser Liste.',
    doing: 'Wird freigegeben',
    done: (name) => `Die Korrektur von ${name} ist freigegeben.`,
    failed: 'Die Korrektur konnte nicht freigegeben werden.',
  },
  'discard-correction': {
    button: 'Ablehnen',
    title: (name) => `Korrektur von ${name} ablehnen?`,
    text: 'Die Korrektur wird verworfen. Angaben, Konto und Abonnements bleiben, wie sie sind.',
    doing: 'Wird abgelehnt',
    done: (name) => `Die Korrektur von ${name} ist abgelehnt.`,
    failed: 'Die Korrektur konnte nicht abgelehnt werden.',
  },
  withdraw: {
    button: 'Freigabe zurücknehmen',
    title: (name: string) => `Die Freigabe von ${name} zurücknehmen?`,
    text: (by: string, at: string) =>
      `${by} hat diese Person am ${at} freigegeben. Sie wird mit allem, was sie hat, wieder zurückgehalten, bis jemand entscheidet. Hat sie eine laufende Testversion oder ein laufendes Abonnement, erhält sie eine E-Mail ohne Angabe von Gründen.`,
    doing: 'Wird zurückgenommen',
    done: (name: string) => `${name} wird wieder zurückgehalten.`,
    failed: 'Die Freigabe konnte nicht zurückgenommen werden.',
  },
  withCorrection: 'Auch die Korrektur wird verworfen.',
  templates: 'Vorlagen',
  templatesOf: {
    approve: [
      'Anderes Geburtsdatum',
      'Anderes Land und andere Anschrift',
      'Andere Person: durch die Website des Unternehmens bestätigt',
      'Unternehmen telefonisch bestätigt',
      'E-Mail-Domain gehört dem Unternehmen',
    ],
    refuse: [
      'Name, Geburtsdatum und Land wie im gelisteten Eintrag',
      'Gelistetes Unternehmen oder im Besitz eines solchen',
      'Keine Antwort auf unsere Fragen zur Identität',
      'In einer sanktionierten Region',
    ],
  },
  reasonHint: 'Wird bei der Prüfung gespeichert.',

  paymentIssues: {
    heading: 'Zahlungsprobleme',
    empty: 'Keine Zahlungsprobleme',
    emptyHint: 'Hier erscheinen Zahlungen, über die Sie entscheiden müssen, die älteste zuerst.',
    erasedSubscriber: 'Gelöschter Abonnent',
    noSubscriber: 'Keinem Abonnenten zugeordnet',
    since: 'Seit',
    comment: 'Kommentar',
    retry: {
      button: 'Erneut versuchen',
      title: 'Die Anfrage erneut versuchen?',
      text: 'Die Anfrage wird erneut an den Zahlungsdienstleister gesendet. Lehnt er sie wieder ab, erscheint das Problem erneut.',
      doing: 'Wird gesendet',
      done: 'Wird erneut versucht',
      failed: 'Die Anfrage konnte nicht erneut gesendet werden. Bitte versuchen Sie es erneut.',
    },
    resolve: {
      button: 'Als gelöst markieren',
      title: 'Als gelöst markieren?',
      text: 'Beschreiben Sie, wie Sie das Problem gelöst haben. Es verschwindet aus dieser Liste und bleibt verzeichnet.',
      doing: 'Wird gespeichert',
      done: 'Als gelöst markiert.',
      failed: 'Das Problem konnte nicht als gelöst markiert werden. Bitte versuchen Sie es erneut.',
    },
  },
}
