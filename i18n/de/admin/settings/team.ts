import type { Words } from '../../../../domain/language.ts'
import type { teamWords as english } from '../../../en/admin/settings/team.ts'

export const teamWords: Words<typeof english> = {
  heading: 'Team',
  lead: 'Alle, die Zugang zur Verwaltung haben. Eine Änderung gilt ab der nächsten Anfrage der Person.',
  elsewhere: (host) =>
    `Wer eine Rolle hat, bestimmt ${host}: Ändern Sie sie dort. Hier sehen Sie alle, die sich mit einer Rolle angemeldet haben, mit der Rolle der letzten Anmeldung.`,
  columns: ['Person', 'Rolle', 'Letzte Anmeldung', 'Aktionen'],
  columnsElsewhere: ['Person', 'Rolle', 'Letzte Anmeldung'],
  roleHints: {
    SUBSCRIPTION_ADMIN: 'Darf alles, auch Einstellungen, Erstattungen, Exporte und Löschungen.',
    SUBSCRIPTION_SUPPORT:
      'Hilft Abonnenten und darf ihre Tarife wechseln. Darf nicht erstatten, exportieren oder löschen, keine Listentreffer freigeben und die Einstellungen nicht öffnen.',
  },
  you: 'Sie',
  invited: 'Eingeladen',
  invitedHint: 'Ist dem Link in der E-Mail noch nicht gefolgt',
  unknown: 'Keine verzeichnet',
  setBy: {
    ADMIN_EMAIL:
      'ADMIN_EMAIL enthält diese Adresse: Beim nächsten Start des Servers erhält die Person wieder die Rolle Administrator.',
    ADMIN_SUBJECTS: 'ADMIN_SUBJECTS enthält dieses Konto. Um die Rolle zu entziehen, ändern Sie die Einstellung.',
  },
  about: (what, about) => `${what}: ${about}`,
  cancel: 'Abbrechen',
  invite: {
    button: 'Einladen',
    title: 'In das Team einladen',
    confirm: 'Einladen',
    doing: 'Wird eingeladen',
    email: 'E-Mail-Adresse',
    emailHint: 'Wer hier noch kein Konto hat, bekommt eine E-Mail mit einem Link, um ein Passwort zu wählen.',
    role: 'Rolle',
    language: 'Sprache der E-Mail',
    done: (email) => `${email} gehört jetzt zum Team.`,
    failed: 'Die Person konnte nicht eingeladen werden. Bitte versuchen Sie es noch einmal.',
  },
  again: {
    button: 'Erneut einladen',
    title: 'E-Mail erneut senden?',
    text: (email) => `${email} bekommt einen neuen Link, der ältere gilt nicht mehr.`,
    doing: 'Wird gesendet',
    done: 'Die E-Mail ist unterwegs.',
    failed: 'Die E-Mail konnte nicht gesendet werden. Bitte versuchen Sie es noch einmal.',
  },
  promote: {
    button: 'Zum Administrator machen',
    title: 'Diese Person zum Administrator machen?',
    text: (email) => `${email} darf dann alles, auch Einstellungen, Erstattungen, Exporte und Löschungen.`,
    doing: 'Wird geändert',
    done: 'Die Rolle wurde geändert.',
    failed: 'Die Rolle konnte nicht geändert werden. Bitte versuchen Sie es noch einmal.',
  },
  demote: {
    button: 'Auf Support ändern',
    title: 'Die Rolle dieser Person auf Support ändern?',
    text: (email) =>
      `${email} kann dann nichts mehr erstatten, exportieren oder löschen, keine Listentreffer freigeben und keine Einstellungen öffnen. API-Schlüssel dieser Person gelten nicht mehr.`,
    doing: 'Wird geändert',
    done: 'Die Rolle wurde geändert.',
    failed: 'Die Rolle konnte nicht geändert werden. Bitte versuchen Sie es noch einmal.',
  },
  end: {
    button: 'Rolle entziehen',
    title: 'Die Rolle dieser Person entziehen?',
    text: (email) =>
      `${email} hat keinen Zugang mehr zur Verwaltung, und API-Schlüssel dieser Person gelten nicht mehr. Das Konto bleibt bestehen.`,
    doing: 'Wird entzogen',
    done: 'Die Rolle wurde entzogen.',
    failed: 'Die Rolle konnte nicht entzogen werden. Bitte versuchen Sie es noch einmal.',
  },
}
