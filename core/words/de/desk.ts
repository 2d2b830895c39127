import type { Words } from '../language.ts'
import type { deskWords as english } from '../en/desk.ts'
import { locale } from './locale.ts'

const many = new Intl.NumberFormat(locale)

export const deskWords: Words<typeof english> = {
  users: 'Benutzer',
  none: '-',
  columns: {
    name: 'Name',
    email: 'E-Mail',
    company: 'Unternehmen',
    type: 'Art',
    industry: 'Branche',
    status: 'Status',
    startDate: 'Beginn',
    endDate: 'Ende',
    latestComment: 'Letzter Kommentar',
  },
  moreColumns: {
    plan: 'Tarif',
    price: 'Preis',
    currency: 'Währung',
    country: 'Land',
    renews: 'Verlängert sich',
    paidUntil: 'Bezahlt bis',
  },
  yes: 'Ja',
  no: 'Nein',
  status: { active: 'Aktiv', pending: 'Ausstehend', expired: 'Abgelaufen', cancelled: 'Gekündigt' },
  type: { trial: 'Testversion', subscription: 'Abonnement' },

  list: {
    table: 'Abonnenten und Abonnements',
    count: (count, exact) => many.format(count) + (exact ? '' : '+'),
    total: (count, exact) => `${many.format(count)}${exact ? '' : '+'} ${count === 1 ? 'Zeile' : 'Zeilen'}`,
    empty: 'Keine Daten vorhanden',
    emptyHint: 'Zu dieser Suche und diesen Filtern gibt es keine Abonnenten.',
    clear: 'Suche und Filter löschen',
    failed: 'Die Liste konnte nicht geladen werden',
    retry: 'Erneut versuchen',
    search: 'Suchen',
    searchHint: 'Name, E-Mail oder Unternehmen',
    clearSearch: 'Suche löschen',
    filterStatus: 'Status',
    filterType: 'Art',
    export: 'CSV exportieren',
    resize: (column) => `Breite ändern: ${column}`,
    width: (pixels) => `${pixels} Pixel`,
    actions: (name) => `Aktionen für ${name}`,
  },

  actions: {
    view: 'Einzelheiten ansehen',
    extend: 'Ablaufdatum ändern',
    cancel: 'Abonnement kündigen',
    undo: 'Kündigung zurücknehmen',
    comment: 'Kommentar hinzufügen',
  },

  dialogs: {
    close: 'Schließen',
    reason: 'Grund',
    about: (name, plan) => `${plan}, ${name}`,
    extend: {
      title: 'Ablaufdatum ändern',
      endDate: 'Neues Ablaufdatum',
      endDateHint: 'Der letzte Tag mit Zugriff, nach UTC.',
      confirm: 'Ablaufdatum ändern',
      doing: 'Wird geändert',
      discard: 'Verwerfen',
    },
    cancel: {
      title: 'Abonnement kündigen?',
      text: 'Der Zugriff endet sofort, und es wird nichts mehr abgebucht. Später lässt sich das zurücknehmen.',
      confirm: 'Ja, Abonnement kündigen',
      doing: 'Wird gekündigt',
      discard: 'Verwerfen',
    },
    undo: {
      title: 'Kündigung zurücknehmen?',
      text: 'Das Abonnement läuft bis zu seinem Enddatum weiter wie zuvor.',
      confirm: 'Ja, Kündigung zurücknehmen',
      doing: 'Wird zurückgenommen',
      discard: 'Verwerfen',
    },
    comment: {
      title: 'Kommentar hinzufügen',
      comment: 'Kommentar',
      hint: 'Sichtbar in der Verwaltung, nicht für den Abonnenten.',
      confirm: 'Kommentar hinzufügen',
      doing: 'Wird hinzugefügt',
      discard: 'Verwerfen',
    },
  },

  done: {
    extend: (name, date) => `Das Abonnement von ${name} endet nun am ${date}.`,
    cancel: (name) => `Das Abonnement von ${name} wurde gekündigt.`,
    undo: (name) => `Die Kündigung für ${name} wurde zurückgenommen.`,
    comment: (name) => `Der Kommentar zu ${name} wurde hinzugefügt.`,
    undoIt: 'Zurücknehmen',
    view: 'Ansehen',
  },

  failed: {
    extend: 'Beim Setzen des neuen Enddatums ist ein Fehler aufgetreten',
    comment: 'Beim Hinzufügen des Kommentars ist ein Fehler aufgetreten',
    cancel: 'Das Abonnement konnte nicht gekündigt werden. Bitte versuchen Sie es erneut.',
    undo: 'Die Kündigung konnte nicht zurückgenommen werden. Bitte versuchen Sie es erneut.',
  },
}
