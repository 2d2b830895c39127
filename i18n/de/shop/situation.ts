import type { Words } from '../../../domain/language.ts'
import type { situationWords as english } from '../../en/shop/situation.ts'

export const situationWords: Words<typeof english> = {
  badges: {
    unconfirmed: 'E-Mail nicht bestätigt',
    in_review: 'In Prüfung',
    refused: 'Nicht freigegeben',
    denied_country: 'Nicht verfügbar',
    on_hold: 'Ausgesetzt',
  },
  neverStarted: 'Nicht gestartet, weil Ihr Konto nicht freigegeben wurde.',
  neverStartedCountry: 'Nicht gestartet, weil unsere Produkte in Ihrem Land nicht verfügbar sind.',
  subscribeAgain: 'Erneut abonnieren',
  subscribeAgainLabel: (plan) => `Erneut abonnieren: ${plan}`,
  signedInAs: 'Geschäftliche E-Mail-Adresse',

  trialRunning: {
    title: 'Sie haben bereits eine Testversion',
    expires: (date) => `Ihre Testversion läuft am ${date} ab`,
    find: 'Zum Installationsprogramm',
  },
  trialOver: {
    title: 'Ihre Testversion ist abgelaufen',
    ended: (date) => `Sie endete am ${date}.`,
    next: (address) => `Fragen? Schreiben Sie an ${address}.`,
    plans: 'Tarife ansehen',
  },
  owned: {
    title: (plan) => `Sie haben ${plan}`,
    pastDue: 'Ihre Zahlung ist fehlgeschlagen.',
    fix: 'Zahlung klären',
    account: 'Abonnement verwalten',
  },
  ended: { title: 'Ihr Abonnement ist beendet', endedOn: (plan, date) => `„${plan}“ endete am ${date}.` },

  review: {
    heading: 'Ihr Konto wartet auf Freigabe',
    text: 'Konten, die nicht automatisch freigegeben werden konnten, prüft ein Mitglied unseres Teams.',
    required: 'Wir brauchen eine geschäftliche E-Mail-Adresse und ein Unternehmen, zu dem sie gehört.',
    requirements: {
      businessEmail: 'Eine E-Mail-Adresse Ihres Unternehmens. Private Adressen prüfen wir, bevor wir sie freigeben.',
      matchingDomain: 'Eine E-Mail-Domain, die zum angegebenen Unternehmen passt.',
    },
    starts: (plan) => `${plan}: beginnt, sobald wir Ihr Konto freigeben.`,
    onHold: (plan) => `${plan}: ausgesetzt. Die ausgesetzten Tage kommen hinzu, wenn wir Ihr Konto freigeben.`,
    usually: (time) => `Eine Prüfung dauert üblicherweise ${time}.`,
    decision: (email) => `Unsere Entscheidung senden wir per E-Mail an ${email}.`,
    exception:
      'Der Support kann eine Ausnahme machen. Schreiben Sie uns, für welches Unternehmen Sie arbeiten und welches Produkt Sie nutzen möchten.',
    contact: 'Um eine Ausnahme bitten',
    more: 'Wie es weitergeht',
  },
  refused: {
    heading: 'Ihr Konto wurde nicht freigegeben',
    text: 'Wir haben Ihr Konto geprüft und konnten es nicht freigeben. Testversionen und Käufe sind für Sie nicht verfügbar.',
    mistake: (address) => `Wenn Sie das für einen Irrtum halten, schreiben Sie an ${address}.`,
    contact: 'Support kontaktieren',
  },
  barred: {
    review: {
      title: 'Ihr Konto wird geprüft',
      text: (email) =>
        `Sie können kaufen, sobald wir Ihr Konto freigegeben haben. Unsere Entscheidung senden wir an ${email}.`,
    },
    refused: {
      title: 'Ihr Konto wurde nicht freigegeben',
      text: () => 'Testversionen und Käufe sind für Sie nicht verfügbar.',
    },
    country: {
      title: 'In Ihrem Land nicht verfügbar',
      text: () => 'Unsere Produkte sind in dem angegebenen Land nicht verfügbar.',
    },
    more: 'Mehr erfahren',
  },
}
