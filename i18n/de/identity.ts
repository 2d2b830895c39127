import type { identityWords as english } from '../en/identity.ts'
import type { Words } from '../../domain/language.ts'
import { locale } from './locale.ts'

const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })

/** Sign-in, activation, forgotten password, and their emails. */
export const identityWords: Words<typeof english> = {
  fields: { email: 'E-Mail', password: 'Passwort', newPassword: 'Passwort' },
  summaryHeading: 'Es gibt ein Problem',
  continueTo: (place) => `weiter zu ${place}`,
  password: { show: 'Anzeigen', hide: 'Verbergen', capsLock: 'Die Feststelltaste ist aktiv.' },
  footer: {
    language: 'Sprache',
    theme: 'Darstellung',
    themes: { system: 'System', light: 'Hell', dark: 'Dunkel' },
  },

  signIn: {
    title: 'Anmelden',
    button: 'Anmelden',
    forgotten: 'Passwort vergessen?',
    register: 'Neu hier? Kostenlose Testversion starten',
    registerToBuy: 'Neu hier? Konto anlegen',
    wrong: 'E-Mail-Adresse oder Passwort ist falsch',
  },
  factor: {
    title: 'Bestätigen Sie, dass Sie es sind',
    intro: 'In der Verwaltung und im Support melden Sie sich mit einem zweiten Faktor an.',
    code: 'Code',
    codeHint: 'Sechs Ziffern aus Ihrer Authenticator-App oder einer Ihrer Wiederherstellungscodes.',
    codeMissing: 'Geben Sie einen Code ein',
    wrong: 'Dieser Code ist falsch oder wurde schon verwendet. Geben Sie den aktuellen Code ein',
    button: 'Bestätigen',
    replace: 'Bestätigen und eine andere App einrichten',
    useCode: 'Mit dem Code bestätigen',
    recoveryCode: 'Wiederherstellungscode',
    recoveryCodeHint: 'Falls Sie Ihren Passkey nicht verwenden können.',
    passkey: {
      heading: 'Passkey',
      text: 'Bestätigen Sie mit Fingerabdruck, Gesicht oder PIN oder mit einem Sicherheitsschlüssel. Ein Passkey gilt nur auf dieser Website; das schützt Sie vor Phishing.',
      use: 'Passkey verwenden',
      wrong: 'Der Passkey konnte nicht verwendet werden. Versuchen Sie es noch einmal oder geben Sie einen Code ein',
      name: 'Name des Passkeys',
      nameHint: 'Damit Sie ihn später erkennen, etwa „Laptop im Büro“.',
      setUp: 'Passkey einrichten',
      notCreated: 'Der Passkey konnte nicht eingerichtet werden. Versuchen Sie es noch einmal',
      known: 'Auf diesem Gerät gibt es schon einen Passkey für Ihr Konto',
    },
    manage: {
      title: 'Zweite Faktoren',
      lead: (email) => `So bestätigen Sie die Anmeldung als ${email} zusätzlich zum Passwort.`,
      passkeys: 'Passkeys',
      none: 'Sie haben noch keine Passkeys.',
      added: (moment) => `Hinzugefügt am ${day.format(moment)}`,
      used: (moment) => `zuletzt verwendet am ${day.format(moment)}`,
      unused: 'noch nicht verwendet',
      remove: 'Entfernen',
      removeLabel: (name) => `${name} entfernen`,
      only: 'Das ist Ihr einziger zweiter Faktor. Fügen Sie einen anderen hinzu, bevor Sie ihn entfernen.',
      add: 'Passkey hinzufügen',
      unsupported:
        'Hier können keine Passkeys angelegt werden. Sie brauchen HTTPS, JavaScript und einen aktuellen Browser.',
      most: (amount) => `Sie haben ${amount} Passkeys; mehr sind nicht möglich.`,
      app: 'Authenticator-App',
      hasApp: 'Eine Authenticator-App ist eingerichtet.',
      noApp: 'Es ist keine Authenticator-App eingerichtet.',
      codesLeft: (amount) =>
        amount === 1
          ? 'Sie haben 1 unbenutzten Wiederherstellungscode.'
          : `Sie haben ${amount} unbenutzte Wiederherstellungscodes.`,
      setUpApp: 'App und neue Wiederherstellungscodes einrichten',
      replaceApp: 'Andere App und neue Wiederherstellungscodes einrichten',
      codes: 'Wiederherstellungscodes',
      replaceCodes: 'Wiederherstellungscodes ersetzen',
      others: 'Andere Geräte',
      othersText:
        'Wenn Sie einen Passkey entfernen, werden andere Geräte abgemeldet, die sich mit einem Passkey angemeldet haben. Wenn Sie ein Gerät verloren haben, melden Sie alle anderen ab.',
      endOthers: 'Alle anderen Geräte abmelden',
      back: 'Zurück zu Ihrem Konto',
    },
    enrol: {
      title: 'Zweiten Faktor einrichten',
      intro: 'In der Verwaltung und im Support brauchen Sie neben dem Passwort einen zweiten Faktor.',
      app: 'Authenticator-App',
      appText: 'Verwenden Sie eine Authenticator-App auf Ihrem Telefon oder in Ihrem Passwort-Manager.',
      scan: 'Scannen Sie diesen Code mit der App und geben Sie dann die sechs Ziffern ein, die sie anzeigt.',
      qrCode: 'QR-Code für Ihre Authenticator-App',
      byHand: 'Wenn Sie nicht scannen können, geben Sie diesen Schlüssel in der App ein:',
      codeHint: 'Sechs Ziffern; die App zeigt alle 30 Sekunden neue.',
      button: 'Einrichten',
    },
    saved: {
      title: 'Wiederherstellungscodes speichern',
      intro:
        'Mit jedem Code können Sie sich einmal anmelden, falls Sie Ihren zweiten Faktor verlieren. Die Codes werden nur jetzt angezeigt: Drucken Sie sie aus oder speichern Sie sie in einem Passwort-Manager.',
      button: 'Ich habe die Codes gespeichert',
    },
  },
  activation: {
    title: 'Konto aktivieren',
    intro: (email) => `Wählen Sie ein Passwort für ${email}.`,
    button: 'Konto aktivieren',
  },
  reset: {
    title: 'Neues Passwort festlegen',
    intro: (email) => `Wählen Sie ein neues Passwort für ${email}. Überall sonst werden Sie abgemeldet.`,
    button: 'Passwort festlegen',
  },
  changePassword: {
    title: 'Passwort ändern',
    intro: (email) => `Wählen Sie ein neues Passwort für ${email}. Auf allen anderen Geräten werden Sie abgemeldet.`,
    current: 'Aktuelles Passwort',
    next: 'Neues Passwort',
    wrong: 'Das ist nicht Ihr aktuelles Passwort',
    button: 'Passwort ändern',
    back: 'Zurück, ohne es zu ändern',
  },
  forgotten: {
    title: 'Passwort vergessen',
    intro:
      'Geben Sie die E-Mail-Adresse Ihres Kontos ein. Wir senden Ihnen einen Link, mit dem Sie ein neues Passwort festlegen.',
    button: 'Link anfordern',
  },
  sent: {
    title: 'Prüfen Sie Ihr Postfach',
    text: 'Wenn es zu dieser Adresse ein Konto gibt, ist ein neuer Link dorthin unterwegs. Das kann einige Minuten dauern.',
    hint: 'Nichts angekommen? Sehen Sie im Spam-Ordner nach, oder fordern Sie in einer Stunde noch einmal einen Link an.',
  },

  usedActivation: {
    title: 'Dieser Link wurde schon benutzt',
    text: 'Ihr Konto ist aktiv. Melden Sie sich mit dem Passwort an, das Sie gewählt haben.',
  },
  oldActivation: {
    title: 'Dieser Link ist abgelaufen',
    text: 'Ein Aktivierungslink gilt 7 Tage oder bis ein neuerer gesendet wird. Wir können einen neuen an dieselbe Adresse senden.',
  },
  unknownActivation: {
    title: 'Dieser Link ist ungültig',
    text: 'Vielleicht ist er unvollständig. Geben Sie Ihre E-Mail-Adresse ein, dann senden wir Ihnen einen neuen Aktivierungslink.',
  },
  usedReset: {
    title: 'Dieser Link wurde schon benutzt',
    text: 'Mit diesem Link wurde bereits ein Passwort festgelegt. Wir können einen neuen Link an dieselbe Adresse senden.',
  },
  oldReset: {
    title: 'Dieser Link ist abgelaufen',
    text: 'Ein Link zum Festlegen eines Passworts gilt eine Stunde oder bis ein neuerer gesendet wird. Wir können einen neuen an dieselbe Adresse senden.',
  },
  unknownReset: {
    title: 'Dieser Link ist ungültig',
    text: 'Vielleicht ist er unvollständig. Geben Sie Ihre E-Mail-Adresse ein, dann senden wir Ihnen einen neuen Link.',
  },
  freshLink: 'Neuen Link senden',

  passwordHint: (fewest, most) =>
    `${fewest} bis ${most} Zeichen. Alle Buchstaben, Ziffern, Sonderzeichen und Leerzeichen sind erlaubt.`,
  passwordProblems: {
    required: 'Geben Sie ein Passwort ein',
    tooShort: (fewest) => `Das Passwort braucht mindestens ${fewest} Zeichen`,
    tooLong: (most) => `Das Passwort darf höchstens ${most} Zeichen haben`,
    unprintable:
      'Das Passwort darf Buchstaben, Ziffern, Sonderzeichen und Leerzeichen enthalten, aber keine Steuerzeichen wie einen Tabulator',
    isAddress: 'Ihre E-Mail-Adresse kann nicht das Passwort sein',
    tooCommon: 'Dieses Passwort ist zu leicht zu erraten',
  },

  signOut: {
    title: 'Abmelden',
    text: 'Sie werden abgemeldet. Wenn nichts geschieht, drücken Sie die Schaltfläche.',
    question: 'Möchten Sie sich abmelden?',
    button: 'Abmelden',
    stay: 'Angemeldet bleiben',
  },
  signedOut: {
    title: 'Abgemeldet',
    text: 'Sie sind abgemeldet.',
  },

  problems: {
    stale: {
      title: 'Diese Seite ist abgelaufen',
      text: 'Sie war zu lange offen oder wurde zweimal geöffnet. Bitte beginnen Sie von vorn.',
      action: 'Anmelden',
    },
    tooMany: {
      title: 'Zu viele Anfragen',
      text: (minutes) =>
        `Es gab zu viele Versuche. Bitte versuchen Sie es in ${minutes === 1 ? 'einer Minute' : `${minutes} Minuten`} erneut.`,
      action: 'Anmelden',
    },
    failed: {
      title: 'Etwas ist schiefgegangen',
      text: 'Die Anmeldung hat nicht funktioniert. Bitte versuchen Sie es erneut.',
      action: 'Anmelden',
    },
    unavailable: {
      title: 'Etwas ist schiefgegangen',
      text: 'Der Dienst ist zurzeit nicht verfügbar. Bitte versuchen Sie es in Kürze erneut.',
      action: 'Anmelden',
    },
    notFound: {
      title: 'Nicht gefunden',
      text: 'Diese Seite gibt es nicht.',
      action: 'Anmelden',
    },
    method: {
      title: 'Nicht gefunden',
      text: 'Diese Adresse nimmt solche Anfragen nicht an.',
      action: 'Anmelden',
    },
    contentType: {
      title: 'Etwas ist schiefgegangen',
      text: 'Inhalte dieser Art werden hier nicht angenommen.',
      action: 'Anmelden',
    },
    tooLarge: {
      title: 'Etwas ist schiefgegangen',
      text: 'Die Anfrage ist zu groß.',
      action: 'Anmelden',
    },
  },

  mails: {
    activation: {
      subject: (brand) => `Aktivieren Sie Ihr Konto bei ${brand}`,
      preheader: 'Wählen Sie ein Passwort, um Ihr Konto zu aktivieren.',
      heading: 'Aktivieren Sie Ihr Konto',
      text: (brand) =>
        `Vielen Dank für Ihre Registrierung bei ${brand}. Wählen Sie ein Passwort, und Ihr Konto ist bereit.`,
      button: 'Konto aktivieren',
      note: (days) => `Der Link gilt ${days} Tage.`,
      unexpected: 'Wenn Sie sich nicht registriert haben, können Sie diese E-Mail ignorieren.',
      invited: {
        text: (brand) =>
          `Sie wurden in das Team von ${brand} eingeladen. Wählen Sie ein Passwort, und Ihr Konto ist bereit.`,
        unexpected: 'Wenn Sie von dieser Einladung nichts wissen, können Sie diese E-Mail ignorieren.',
      },
    },
    reset: {
      subject: (brand) => `Neues Passwort für ${brand}`,
      preheader: 'Hier ist der Link, mit dem Sie ein neues Passwort festlegen.',
      heading: 'Neues Passwort festlegen',
      text: 'Jemand, hoffentlich Sie selbst, möchte für Ihr Konto ein neues Passwort festlegen.',
      button: 'Passwort festlegen',
      note: (hours) => `Der Link gilt ${hours === 1 ? 'eine Stunde' : `${hours} Stunden`}.`,
      unexpected:
        'Wenn Sie nicht darum gebeten haben, können Sie diese E-Mail ignorieren: Ihr Passwort bleibt, wie es ist.',
      removed: {
        text: 'Ihr bisheriges Passwort gilt nicht mehr. Legen Sie ein neues fest, um sich wieder anzumelden.',
        unexpected: 'Ist er abgelaufen, fordern Sie auf der Anmeldeseite einen neuen an.',
      },
    },
    passwordChanged: {
      subject: (brand) => `Ihr Passwort für ${brand} wurde geändert`,
      preheader: 'Sie wurden überall sonst abgemeldet.',
      heading: 'Ihr Passwort wurde geändert',
      link: {
        text: 'Für Ihr Konto wurde über einen Link aus einer E-Mail ein neues Passwort festgelegt. Überall sonst wurden Sie abgemeldet.',
        note: 'Wenn Sie das waren, müssen Sie nichts tun. Wenn nicht, kann jemand Ihre E-Mails lesen: Sichern Sie zuerst Ihr Postfach und legen Sie dann ein anderes Passwort fest.',
      },
      account: {
        text: 'Das Passwort Ihres Kontos wurde auf einem angemeldeten Gerät geändert. Überall sonst wurden Sie abgemeldet.',
        note: 'Wenn Sie das waren, müssen Sie nichts tun. Wenn nicht, legen Sie sofort ein anderes Passwort fest: Jemand kannte das alte.',
      },
      button: 'Anderes Passwort festlegen',
    },
    factorChanged: {
      subject: (brand) => `Ihr zweiter Faktor für ${brand} wurde geändert`,
      heading: 'Ihr zweiter Faktor wurde geändert',
      codeUsed: {
        subject: (brand) => `Ein Wiederherstellungscode für ${brand} wurde verwendet`,
        heading: 'Ein Wiederherstellungscode wurde verwendet',
      },
      changes: {
        'set-up': {
          preheader: 'Ein zweiter Faktor wurde eingerichtet.',
          text: 'Für Ihr Konto wurde ein zweiter Faktor eingerichtet. Ab jetzt wird er bei jeder Anmeldung verlangt.',
        },
        replaced: {
          preheader: 'Frühere Authenticator-Apps und Wiederherstellungscodes gelten nicht mehr.',
          text: 'Für Ihr Konto wurde eine Authenticator-App eingerichtet. Frühere Authenticator-Apps und Wiederherstellungscodes gelten nicht mehr.',
        },
        reset: {
          preheader: 'Frühere zweite Faktoren gelten nicht mehr.',
          text: 'Die zweiten Faktoren Ihres Kontos wurden entfernt. Frühere Passkeys, Authenticator-Apps und Wiederherstellungscodes gelten nicht mehr.',
        },
        'passkey-added': {
          preheader: 'Ein Passkey wurde hinzugefügt.',
          text: 'Zu Ihrem Konto wurde ein Passkey hinzugefügt. Mit ihm lässt sich eine Anmeldung bestätigen.',
        },
        'passkey-removed': {
          preheader: 'Ein Passkey wurde entfernt.',
          text: 'Aus Ihrem Konto wurde ein Passkey entfernt. Mit ihm lässt sich keine Anmeldung mehr bestätigen.',
        },
        'codes-replaced': {
          preheader: 'Frühere Wiederherstellungscodes gelten nicht mehr.',
          text: 'Die Wiederherstellungscodes Ihres Kontos wurden ersetzt. Frühere gelten nicht mehr.',
        },
        'code-used': {
          preheader: 'Der Code gilt nicht mehr.',
          text: 'Eine Anmeldung in Ihrem Konto wurde mit einem Ihrer Wiederherstellungscodes bestätigt. Dieser Code gilt nicht mehr.',
        },
      },
      note: 'Wenn Sie das waren, ist nichts zu tun. Wenn nicht, kennt jemand Ihr Passwort: Sagen Sie sofort dem Betreiber Bescheid und legen Sie ein anderes Passwort fest.',
    },
  },
}
