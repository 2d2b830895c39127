import type { mailWords as english } from '../../en/mails/mail.ts'
import type { Words } from '../../../domain/language.ts'

/**
 * The texts of the shop's emails. Titles of plans are the operator's and can have any gender, so no article precedes
 * one.
 */
export const mailWords: Words<typeof english> = {
  test: (subject) => `Test: ${subject}`,
  footer: {
    questions: 'Fragen? Schreiben Sie an',
    addressBelow: 'Oder kopieren Sie diese Adresse in Ihren Browser:',
  },
  alreadyKnown: {
    subject: 'Sie haben bereits ein Konto',
    preheader: (brand) => `Melden Sie sich bei ${brand} mit Ihrem bestehenden Konto an.`,
    heading: 'Sie haben bereits ein Konto',
    intro: (brand) =>
      `Jemand, vermutlich Sie selbst, hat sich gerade mit dieser Adresse bei ${brand} registriert. Zu ihr gibt es bereits ein Konto, deshalb wurde nichts geändert.`,
    trial: {
      running: (plan, date) => `„${plan}“ läuft bis zum ${date}.`,
      over: (plan, date) => `„${plan}“ endete am ${date}.`,
      waiting: (plan) => `„${plan}“ beginnt, sobald Ihr Konto freigegeben ist.`,
      'on-hold': (plan) => `„${plan}“ ist ausgesetzt und läuft weiter, sobald Ihr Konto freigegeben ist.`,
    },
    button: 'Anmelden',
    note: 'Wenn Sie Ihr Passwort vergessen haben, können Sie auf der Anmeldeseite ein neues festlegen. Wenn nicht Sie sich registriert haben, brauchen Sie nichts zu tun.',
  },
  signUpElsewhere: {
    subject: (brand) => `Bestätigen Sie Ihre Adresse für ${brand}`,
    preheader: 'Noch ein Schritt: Legen Sie mit dieser Adresse ein Konto an.',
    heading: 'Bestätigen Sie Ihre Adresse',
    text: (brand) =>
      `Vielen Dank für Ihre Registrierung bei ${brand}. Legen Sie mit der Adresse, an die diese E-Mail ging, ein Konto an, oder melden Sie sich damit an. Dann ist alles bereit.`,
    button: 'Konto anlegen',
    note: 'Wenn Sie sich nicht registriert haben, können Sie diese E-Mail ignorieren.',
  },
  trialStarted: {
    subject: (plan) => `Ihre Testversion hat begonnen: ${plan}`,
    preheader: (date) => `Sie läuft bis zum ${date}. Laden Sie das Installationsprogramm herunter und legen Sie los.`,
    heading: (plan) => `Ihre Testversion hat begonnen: ${plan}`,
    runsUntil: (date) => `Sie läuft bis einschließlich ${date}. Danach endet sie von selbst und kostet nichts.`,
    next: 'Laden Sie das Installationsprogramm herunter und führen Sie es auf Ihrem Computer aus.',
    button: 'Zum Installationsprogramm',
    note: 'Zum Herunterladen müssen Sie angemeldet sein. Der Link funktioniert nur mit Ihrem Konto.',
  },
  trialExtended: {
    subject: (plan, date) => `Ihre Testversion endet jetzt am ${date}: ${plan}`,
    heading: (date) => `Ihre Testversion endet jetzt am ${date}`,
    text: (plan, date) =>
      `Sie haben „${plan}“ verlängert, bis einschließlich ${date}. Danach endet die Testversion von selbst und kostet nichts.`,
    button: 'Ihre Abonnements',
    note: 'Eine Testversion kann einmal verlängert werden. Um das Produkt danach zu behalten, wählen Sie einen Tarif.',
  },
  trialReminder: {
    'trial-ends-soon': {
      subject: (plan, date) => `Ihre Testversion endet am ${date}: ${plan}`,
      heading: (date) => `Ihre Testversion endet am ${date}`,
      text: (plan, date) => `„${plan}“ läuft bis einschließlich ${date} und endet dann von selbst.`,
    },
    'trial-ends-tomorrow': {
      subject: (plan, date) => `Der letzte Tag Ihrer Testversion ist der ${date}: ${plan}`,
      heading: (date) => `Der letzte Tag Ihrer Testversion ist der ${date}`,
      text: (plan, date) => `„${plan}“ endet nach dem ${date}. Es wird nichts abgebucht.`,
    },
    'trial-has-ended': {
      subject: (plan) => `Ihre Testversion ist abgelaufen: ${plan}`,
      heading: () => 'Ihre Testversion ist abgelaufen',
      text: (plan, date) => `Der letzte Tag von „${plan}“ war der ${date}.`,
    },
    extend: (date) =>
      `Sie brauchen mehr Zeit? Auf Ihrer Kontoseite können Sie die Testversion einmal bis zum ${date} verlängern.`,
    goOn: 'Um weiterzuarbeiten, wählen Sie einen Tarif:',
    offer: (plan, price, interval) => `${plan}: ${price}${interval}, zuzüglich Steuern`,
    intervals: {
      week: (count) => (count === 1 ? ' pro Woche' : ` alle ${count} Wochen`),
      month: (count) => (count === 1 ? ' pro Monat' : ` alle ${count} Monate`),
      year: (count) => (count === 1 ? ' pro Jahr' : ` alle ${count} Jahre`),
    },
    button: 'Zu den Tarifen',
    note: 'Sie erhalten diese E-Mail, weil Sie mit dieser Adresse eine Testversion gestartet haben.',
    stop: 'Diese Erinnerungen abbestellen',
  },
  receipt: {
    subject: (plan) => `Ihre Zahlungsbestätigung für ${plan}`,
    heading: 'Vielen Dank für Ihre Zahlung',
    text: (plan) => `Wir haben Ihre Zahlung für „${plan}“ erhalten.`,
    until: (date) => `Damit ist Ihr Abonnement bis zum ${date} bezahlt.`,
    free: {
      heading: 'Vielen Dank für Ihre Bestellung',
      text: (plan) => `Ihre Bestellung von „${plan}“ ist abgeschlossen. Es wurde nichts abgebucht.`,
      until: (date) => `Der laufende Zeitraum endet am ${date}.`,
    },
    waits: 'Ihr Abonnement beginnt, sobald Ihr Konto freigegeben ist. Es läuft dann über den vollen Zeitraum.',
    country: {
      waits: 'Unsere Produkte sind in dem angegebenen Land nicht verfügbar. Deshalb hat Ihr Abonnement nicht begonnen.',
      correct:
        'Wenn das Land falsch ist, korrigieren Sie es auf Ihrer Kontoseite. Sobald wir die Korrektur freigeben, beginnt Ihr Abonnement und läuft über den vollen Zeitraum.',
      money: (support) =>
        `Ihre Zahlung wird nicht automatisch erstattet. Wenn Sie eine Erstattung wünschen, schreiben Sie an ${support}.`,
    },
    numbered: (plan, number) => `Ihre Zahlungsbestätigung ${number} für ${plan}`,
    rows: {
      number: 'Rechnungsnummer',
      date: 'Bezahlt am',
      plan: 'Tarif',
      period: 'Zeitraum',
      net: 'Betrag ohne Steuern',
      tax: 'Steuern',
      total: 'Gesamtbetrag',
      paid: 'Bezahlt',
      card: 'Bezahlt mit',
      cardEnding: (brand, digits) => `${brand ?? 'Karte'} mit den Endziffern ${digits}`,
    },
    invoice: 'Rechnung ansehen',
    button: 'Ihre Abonnements',
    note: 'Alle Rechnungen finden Sie auf Ihrer Kontoseite. Karte und Tarif ändern Sie dort unter „Abrechnung verwalten“.',
  },
  purchaseProcessing: {
    subject: (plan) => `Ihre Zahlung wird bearbeitet: ${plan}`,
    heading: 'Ihre Zahlung wird bearbeitet',
    text: (plan) =>
      `Vielen Dank für Ihre Bestellung. Eine Lastschrift dauert mehrere Werktage, deshalb ist Ihre Bestellung von „${plan}“ noch nicht abgeschlossen.`,
    next: 'Das geschieht von selbst, sobald die Zahlung eingeht. Dann senden wir Ihnen die Zahlungsbestätigung. Falls die Zahlung fehlschlägt, teilen wir Ihnen das mit.',
    button: 'Bestellung ansehen',
    note: 'Sie müssen nicht noch einmal bestellen. Bittet unser Zahlungsdienstleister Sie, Ihr Bankkonto zu bestätigen, folgen Sie bitte seiner E-Mail.',
  },
  purchaseFailed: {
    subject: (plan) => `Ihre Zahlung ist fehlgeschlagen: ${plan}`,
    heading: 'Ihre Zahlung ist fehlgeschlagen',
    text: (plan) => `Die Zahlung für „${plan}“ ist fehlgeschlagen. Ihre Bestellung wurde deshalb nicht ausgeführt.`,
    next: 'Sie ist jetzt geschlossen. Wenn Sie das Produkt möchten, bestellen Sie es erneut und bezahlen Sie auf anderem Weg, zum Beispiel mit Karte.',
    button: 'Erneut bestellen',
    note: 'Geht für die geschlossene Bestellung doch noch Geld ein, erstatten wir es.',
  },
  paymentFailed: {
    subject: (plan) => `Ihre Zahlung ist fehlgeschlagen: ${plan}`,
    heading: 'Ihre Zahlung ist fehlgeschlagen',
    text: (plan) => `Wir konnten den Betrag für die Verlängerung von „${plan}“ nicht abbuchen.`,
    until: (date) => `Sie können bis zum ${date} weiterarbeiten.`,
    retry: (date) => `Am ${date} versuchen wir die Abbuchung noch einmal.`,
    retryLater: (date) =>
      `Am ${date}, nach dem Ende Ihres Zugangs, versuchen wir die Abbuchung noch einmal. Mit einer Zahlung erhalten Sie den Zugang zurück.`,
    noRetry:
      'Wir versuchen die Abbuchung nicht automatisch noch einmal. Bezahlen Sie die offene Rechnung, um den Zugang zu behalten.',
    button: 'Jetzt bezahlen',
    accountButton: 'Karte ändern',
    note: 'Ändern Sie Ihre Karte und bezahlen Sie dann die offene Rechnung. Es wurde nichts abgebucht.',
    action: {
      subject: (plan) => `Bestätigen Sie Ihre Zahlung für ${plan}`,
      heading: 'Ihre Bank bittet um eine Bestätigung',
      text: (plan) => `Ihre Bank verlangt Ihre Bestätigung, bevor sie die Verlängerung von „${plan}“ bezahlt.`,
      button: 'Zahlung bestätigen',
      note: 'Bis zu Ihrer Bestätigung wird nichts abgebucht.',
    },
  },
  paymentRefunded: {
    subject: (plan) => `Wir haben eine Zahlung erstattet: ${plan}`,
    heading: 'Wir haben Ihre Zahlung erstattet',
    made: (plan, amount) => `Von Ihrer Zahlung für „${plan}“ haben wir ${amount} erstattet.`,
    access: {
      goesOn: (plan) => `Sie können „${plan}“ weiter wie bisher nutzen.`,
      until: (plan, date) => `Sie können „${plan}“ noch bis zum ${date} nutzen.`,
      ended: (plan) => `Ihr Zugang zu „${plan}“ ist beendet.`,
    },
    rows: { amount: 'Erstatteter Betrag', card: 'Erstattet auf' },
    unused: (plan) =>
      `Für „${plan}“ ging eine Zahlung ein, die wir auf kein Abonnement anrechnen konnten. Wir haben sie deshalb vollständig erstattet.`,
    button: 'Ihre Abonnements',
    note: 'Bis Ihre Bank die Erstattung anzeigt, können einige Tage vergehen.',
  },
  refundFailed: {
    subject: (plan) => `Unsere Erstattung ist fehlgeschlagen: ${plan}`,
    heading: 'Ihre Erstattung ist nicht angekommen',
    text: (plan, amount) =>
      `Ihre Bank hat unsere Erstattung über ${amount} für „${plan}“ zurückgeschickt. Sie haben sie deshalb nicht erhalten.`,
    next: 'Wir wissen davon und erstatten Ihnen den Betrag auf einem anderen Weg.',
    button: 'Ihre Abonnements',
    note: (support) =>
      `Wenn sich Ihr Konto oder Ihre Karte geändert hat, teilen Sie uns mit, wohin wir den Betrag senden sollen: ${support}.`,
  },
  planChanged: {
    subject: (plan) => `Ihr Tarif ist jetzt ${plan}`,
    heading: 'Ihr Tarif hat sich geändert',
    bySupport: (from, to, date) => `Unser Support hat Ihren Tarif am ${date} von „${from}“ zu „${to}“ gewechselt.`,
    neutral: (from, to, date) => `Ihr Tarif hat sich am ${date} von „${from}“ zu „${to}“ geändert.`,
    free: 'Für den Wechsel wurde nichts abgebucht.',
    credited: (amount) =>
      `Für den Wechsel wurde nichts abgebucht. Für die ungenutzte Zeit Ihres bisherigen Tarifs haben Sie ein Guthaben von ${amount} erhalten, das mit den nächsten Abbuchungen verrechnet wird.`,
    due: (amount) => `Der Wechsel kostet ${amount}. Dieser Betrag ist noch nicht bezahlt.`,
    nextCharge: (amount, date) => `Ihre nächste Abbuchung über ${amount} erfolgt am ${date}.`,
    nextDate: (date) => `Ihre nächste Abbuchung erfolgt am ${date}.`,
    ends: (plan, date) => `„${plan}“ endet am ${date}.`,
    button: 'Ihre Abonnements',
    note: (support) => `Wenn Sie eine Frage zu diesem Wechsel haben, schreiben Sie an ${support}.`,
  },
  priceChanged: {
    subject: (plan) => `Der Preis hat sich geändert: ${plan}`,
    heading: 'Der Preis Ihres Tarifs hat sich geändert',
    text: (plan, from, to, date) => `Der Preis von „${plan}“ hat sich am ${date} von ${from} auf ${to} geändert.`,
    button: 'Ihre Abonnements',
    note: (support) => `Wenn Sie eine Frage zu diesem Preis haben, schreiben Sie an ${support}.`,
  },
  renewalNotStopped: {
    subject: (plan) => `Die Verlängerung ist noch nicht gestoppt: ${plan}`,
    heading: 'Ihre Verlängerung ist noch nicht gestoppt',
    text: (plan) =>
      `Wir wollten die Verlängerung von „${plan}“ stoppen, aber unser Zahlungsdienstleister hat die Änderung abgelehnt. Wir wissen davon und stoppen sie für Sie.`,
    promise: 'Sollte dennoch etwas abgebucht werden, erstatten wir es vollständig.',
    button: 'Ihre Abonnements',
    note: 'Sie müssen nichts weiter tun.',
  },
  cardExpiring: {
    subject: 'Ihre Karte läuft bald ab',
    heading: 'Ihre Karte läuft bald ab',
    text: (plan, card, month) =>
      `Die Karte mit den Endziffern ${card}, mit der Sie „${plan}“ bezahlen, läuft Ende ${month} ab.`,
    button: 'Karte ändern',
    note: 'Mit einer neuen Karte läuft Ihr Abonnement ohne Unterbrechung weiter.',
  },
  renewalComing: {
    subject: (plan, date) => `Ihr Abonnement verlängert sich am ${date}: ${plan}`,
    heading: (date) => `Ihr Abonnement verlängert sich am ${date}`,
    text: (plan, term) => `Der Betrag für ${term} „${plan}“ wird abgebucht.`,
    exact: (plan, term, amount) => `Für ${term} „${plan}“ werden insgesamt ${amount} abgebucht.`,
    otherPlan: (plan) =>
      plan === null ? 'An diesem Tag wechselt Ihr Tarif.' : `An diesem Tag wechselt Ihr Tarif zu „${plan}“.`,
    total: (amount) => `Es werden insgesamt ${amount} abgebucht.`,
    terms: {
      week: (count) => (count === 1 ? 'eine weitere Woche' : `weitere ${count} Wochen`),
      month: (count) => (count === 1 ? 'einen weiteren Monat' : `weitere ${count} Monate`),
      year: (count) => (count === 1 ? 'ein weiteres Jahr' : `weitere ${count} Jahre`),
    },
    button: 'Ihre Abonnements',
    note: 'Bis zu diesem Tag können Sie die Verlängerung auf Ihrer Kontoseite stoppen.',
  },
  renewalStopped: {
    subject: (plan) => `Ihr Abonnement verlängert sich nicht mehr: ${plan}`,
    heading: 'Die Verlängerung ist gestoppt',
    text: (plan, date) =>
      `Sie können „${plan}“ noch bis zum ${date} nutzen, dann endet es. Es wird nichts mehr abgebucht.`,
    processing: (amount) => `Eine Zahlung über ${amount} wird noch bearbeitet.`,
    due: (amount, date) => `Eine Rechnung über ${amount} ist noch bis zum ${date} zu bezahlen.`,
    onceOwedIsPaid: (plan, date) =>
      `Sobald sie bezahlt ist, können Sie „${plan}“ noch bis zum ${date} nutzen, dann endet es. Weitere Zahlungen werden nicht eingezogen.`,
    onHold: (plan) =>
      `Der Zugang zu „${plan}“ bleibt ausgesetzt, bis die Prüfung Ihres Kontos abgeschlossen ist. Ihr Abonnement verlängert sich nicht mehr. Wird Ihr Konto freigegeben, kommen die ausgesetzten Tage hinzu; danach endet das Abonnement.`,
    button: 'Ihre Abonnements',
    notes: {
      resumable: 'Um es danach zu behalten, setzen Sie dort die Verlängerung fort oder kaufen Sie es erneut.',
      over: 'Um es danach zu behalten, kaufen Sie es dort erneut.',
    },
    onHoldNotes: {
      resumable: 'Wird Ihr Konto freigegeben, können Sie die Verlängerung dort fortsetzen.',
      over: 'Wird Ihr Konto freigegeben, können Sie es dort erneut kaufen.',
    },
    country: {
      onHold: (plan) =>
        `Der Zugang zu „${plan}“ bleibt ausgesetzt, weil unsere Produkte in dem angegebenen Land nicht verfügbar sind. Ihr Abonnement verlängert sich nicht mehr. Wenn wir ein anderes Land freigeben, kommen die ausgesetzten Tage hinzu; danach endet das Abonnement.`,
      onHoldNotes: {
        resumable: 'Wenn wir ein anderes Land freigeben, können Sie die Verlängerung dort fortsetzen.',
        over: 'Wenn wir ein anderes Land freigeben, können Sie es dort erneut kaufen.',
      },
    },
  },
  renewalResumed: {
    subject: (plan) => `Ihr Abonnement verlängert sich wieder: ${plan}`,
    heading: 'Verlängerung fortgesetzt',
    text: (plan, date) => `„${plan}“ verlängert sich am ${date}.`,
    onHold: (plan) =>
      `Der Zugang zu „${plan}“ bleibt ausgesetzt, bis die Prüfung Ihres Kontos abgeschlossen ist; bis dahin wird nichts abgebucht. Wird Ihr Konto freigegeben, kommen die ausgesetzten Tage hinzu, und danach verlängert sich das Abonnement.`,
    button: 'Ihre Abonnements',
    note: 'Bis zu diesem Tag können Sie die Verlängerung dort stoppen.',
    onHoldNote: 'Sie können die Verlängerung dort stoppen.',
    country: {
      onHold: (plan) =>
        `Der Zugang zu „${plan}“ bleibt ausgesetzt, weil unsere Produkte in dem angegebenen Land nicht verfügbar sind. Bis auf Weiteres wird nichts abgebucht. Wenn wir ein anderes Land freigeben, kommen die ausgesetzten Tage hinzu, und danach verlängert sich das Abonnement.`,
    },
  },
  subscriptionEnded: {
    subject: (plan) => `Ihr Abonnement ist beendet: ${plan}`,
    heading: 'Ihr Abonnement ist beendet',
    text: (plan) => `Ihr Abonnement „${plan}“ ist beendet.`,
    nothingMore: 'Es wird nichts mehr abgebucht.',
    unknown:
      'Wir konnten bei unserem Zahlungsdienstleister nicht abfragen, ob es verlängert wurde. Geht eine Zahlung ein, erhalten Sie automatisch wieder Zugang.',
    processing: (amount) =>
      `Eine Zahlung über ${amount} wird noch bearbeitet. Geht sie ein, ohne dass Sie dafür weiteren Zugang erhalten, erstatten wir sie. Weitere Zahlungen werden nicht eingezogen.`,
    retry: (date) =>
      `Am ${date} versuchen wir die Abbuchung noch einmal. Mit einer Zahlung erhalten Sie den Zugang zurück.`,
    payable: 'Sie können die offene Rechnung noch bezahlen. Damit erhalten Sie den Zugang zurück.',
    payButton: 'Jetzt bezahlen',
    button: 'Zu den Tarifen',
    note: 'Sie können jederzeit wieder einen Tarif wählen.',
  },
  oldLists: {
    subject: (count) => (count === 1 ? 'Eine Sanktionsliste ist veraltet' : `${count} Sanktionslisten sind veraltet`),
    preheader: (count) => `Sie ${count === 1 ? 'ist' : 'sind'} seit mehr als drei Tagen nicht als aktuell bestätigt.`,
    text: (brand, count) =>
      `${brand} vergleicht Personen weiterhin mit ${count === 1 ? 'dieser Liste' : 'diesen Listen'}. Ihre Dateien sind seit mehr als drei Tagen nicht als aktuell bestätigt:`,
    age: (days) => (days === 1 ? '1 Tag alt' : `${days} Tage alt`),
    todo: 'Wenn der Server die Listen herunterlädt, prüfen Sie im Server-Log, ob Downloads fehlgeschlagen sind. Wenn Sie die Dateien selbst in den Ordner legen, laden Sie sie erneut herunter; hat der Herausgeber keine neueren Dateien, aktualisieren Sie das Änderungsdatum der vorhandenen (touch).',
    button: 'Seite zur Prüfung öffnen',
    note: 'Sie erhalten diese E-Mail einmal, und erst dann wieder, wenn eine Liste dazwischen aktuell war.',
  },
  paymentIssues: {
    subject: (count) => (count === 1 ? 'Ein neues Zahlungsproblem' : `${count} neue Zahlungsprobleme`),
    preheader: (count) => `Jemand aus der Verwaltung muss ${count === 1 ? 'es' : 'sie'} sich ansehen.`,
    text: (brand) => `Um diese Zahlungen bei ${brand} muss sich die Verwaltung kümmern:`,
    count: (open, fresh, date) => `${open} offen,${fresh === open ? '' : ` davon ${fresh} neu,`} seit dem ${date}.`,
    button: 'Zahlungsprobleme öffnen',
    note: 'Sie erhalten diese E-Mail höchstens einmal am Tag für jede Art von Problem.',
  },
  endpoint: {
    failing: {
      subject: 'Ein Webhook-Endpunkt ist gestört',
      preheader: 'Einen Tag lang konnte keine Nachricht zugestellt werden.',
      text: (brand) =>
        `${brand} konnte einen Tag lang keine Nachricht an diesen Endpunkt zustellen. Die Nachrichten warten und werden erneut gesendet. Schlägt die Zustellung weitere fünf Tage fehl, wird der Endpunkt ausgeschaltet.`,
    },
    off: {
      subject: 'Ein Webhook-Endpunkt wurde ausgeschaltet',
      preheader: 'Es wird nichts mehr an ihn gesendet.',
      text: (brand) =>
        `${brand} hat diesen Endpunkt ausgeschaltet, weil er geantwortet hat, dass es ihn nicht mehr gibt, oder weil zu lange nichts zugestellt werden konnte. Wartende Nachrichten bleiben erhalten. Sobald der Empfänger wieder funktioniert, schalten Sie den Endpunkt ein und senden nach, was inzwischen geschehen ist.`,
    },
    shared: {
      url: 'Endpunkt',
      button: 'Integrationen öffnen',
      note: 'Alle Administratoren erhalten diese E-Mail einmal.',
    },
  },
  pendingApproval: {
    subject: 'Ihr Konto wartet auf Freigabe',
    preheader: (plan) => `„${plan}“ beginnt, sobald Ihr Konto freigegeben ist.`,
    heading: 'Ihr Konto wartet auf Freigabe',
    intro: (plan) => `„${plan}“ beginnt, sobald Ihr Konto freigegeben ist, und läuft dann über den vollen Zeitraum.`,
    required: 'Für die Freigabe brauchen wir eine geschäftliche E-Mail-Adresse, deren Domain Ihrem Unternehmen gehört.',
    exception: (support) =>
      `Wenn Sie keine haben, bitten Sie um eine Ausnahme: Schreiben Sie an ${support}, und teilen Sie uns mit, für welches Unternehmen Sie arbeiten und wozu Sie das Produkt nutzen möchten.`,
    question: (support) =>
      `Wenn Sie eine Frage haben, schreiben Sie an ${support}. Nennen Sie dabei Ihr Unternehmen, und beschreiben Sie, wozu Sie das Produkt nutzen möchten.`,
    note: 'Sobald Ihr Konto freigegeben ist, erhalten Sie eine E-Mail von uns. Danach können Sie das Produkt herunterladen.',
  },
  accountApproved: {
    subject: 'Ihr Konto wurde freigegeben',
    preheader: 'Sie können jetzt beginnen.',
    text: (brand) => `Ihr Konto bei ${brand} wurde freigegeben.`,
    next: 'Testversionen und Abonnements, die darauf gewartet haben oder ausgesetzt waren, laufen jetzt über den vollen Zeitraum. Wenn Sie noch nichts davon haben, können Sie jetzt einen Tarif wählen.',
    button: 'Ihre Abonnements',
  },
  onHold: {
    subject: 'Ihr Konto wird geprüft',
    preheader: 'Ihr Zugang ist ausgesetzt, bis die Prüfung abgeschlossen ist.',
    text: (brand) => `Wir prüfen Ihr Konto bei ${brand}. Ihr Zugang ist ausgesetzt, bis die Prüfung abgeschlossen ist.`,
    days: 'Sobald Ihr Konto freigegeben ist, haben Sie wieder Zugang, und die ausgesetzten Tage kommen hinzu. Unsere Entscheidung senden wir Ihnen per E-Mail.',
    support: (support) => `Wenn Sie eine Frage haben, schreiben Sie an ${support}.`,
    button: 'Ihre Abonnements',
    country: {
      subject: 'Ihr Zugang ist ausgesetzt',
      preheader: 'Auf Ihrer Kontoseite sehen Sie den Grund und was Sie tun können.',
      text: (brand) =>
        `Ihr Zugang bei ${brand} ist ausgesetzt. Auf Ihrer Kontoseite sehen Sie den Grund und was Sie tun können.`,
      money: (support) =>
        `Wenn Sie ein Abonnement bezahlt haben, verlängert es sich nicht, solange Ihr Zugang ausgesetzt ist. Was Sie bezahlt haben, wird nicht automatisch erstattet. Wenn Sie eine Erstattung wünschen, schreiben Sie an ${support}.`,
    },
  },
  birthDate: {
    subject: 'Für unsere Prüfung benötigen wir Ihr Geburtsdatum',
    preheader: 'Geben Sie es auf unserer Website an, um die Prüfung Ihres Kontos abzuschließen.',
    text: (brand) =>
      `Wir prüfen Ihr Konto bei ${brand}. Ihr Geburtsdatum hilft uns, Sie von anderen Personen mit einem ähnlichen Namen zu unterscheiden.`,
    use: 'Wir verwenden es nur für diese Prüfung. Bitte senden Sie es nicht per E-Mail.',
    support: (support) => `Wenn Sie eine Frage haben, schreiben Sie an ${support}.`,
    button: 'Geburtsdatum angeben',
    note: 'Der Link gilt einmal, höchstens 30 Tage lang und nur, bis die Prüfung abgeschlossen ist.',
  },
  accountRefused: {
    subject: 'Ihr Konto wurde nicht freigegeben',
    preheader: 'Wir können Ihnen unsere Produkte nicht anbieten.',
    text: (brand) => `Wir haben Ihr Konto bei ${brand} geprüft und können es nicht freigeben.`,
    ends: 'Testversionen und Abonnements, die Sie bei uns haben, enden damit. Neue Zahlungen werden nicht eingezogen.',
    mistake: (support) => `Wenn Sie das für einen Irrtum halten, schreiben Sie an ${support}.`,
  },
  trialRefused: {
    button: 'Zur Seite der Testversion',
    running: {
      subject: 'Sie haben bereits eine Testversion',
      text: (plan, date) => `Sie haben „${plan}“ bereits: Die Testversion läuft bis zum ${date}.`,
    },
    over: {
      subject: 'Ihre Testversion ist abgelaufen',
      text: (plan, date) =>
        `Sie haben „${plan}“ bereits genutzt: Die Testversion endete am ${date}. Pro Person ist nur eine Testversion möglich.`,
    },
    had: {
      subject: 'Ihre Testversion ist abgelaufen',
      text: (plan) =>
        `Mit dieser Adresse wurde „${plan}“ bereits genutzt. Pro Person ist nur eine Testversion möglich.`,
    },
    notApproved: {
      subject: 'Ihre Testversion wurde nicht gestartet',
      text: (plan) => `Wir können Ihnen „${plan}“ nicht anbieten, weil Ihr Konto nicht freigegeben wurde.`,
      exception: (support) => `Wenn Sie das für einen Irrtum halten, schreiben Sie an ${support}.`,
    },
  },
  notAvailable: {
    subject: (plan) => `Ihre Testversion ist in Ihrem Land nicht verfügbar: ${plan}`,
    preheader: 'Ihre Testversion wurde nicht gestartet.',
    heading: 'In Ihrem Land nicht verfügbar',
    text: (plan) =>
      `Sie haben „${plan}“ angefordert. In dem Land, mit dem Sie sich registriert haben, dürfen wir es nicht anbieten. Deshalb wurde nichts gestartet.`,
    mistake: (support) => `Wenn Sie das falsche Land angegeben haben, schreiben Sie an ${support}.`,
  },
  emailChange: {
    link: {
      subject: (brand) => `Neue E-Mail-Adresse für ${brand} bestätigen`,
      preheader: 'Noch ein Schritt: Bestätigen Sie diese Adresse.',
      heading: 'Neue E-Mail-Adresse bestätigen',
      text: {
        person: (brand) =>
          `Sie möchten die E-Mail-Adresse Ihres Kontos bei ${brand} auf diese ändern. Die Änderung gilt, sobald Sie sie bestätigen.`,
        support: (brand) =>
          `Unser Support wurde gebeten, die E-Mail-Adresse eines Kontos bei ${brand} auf diese zu ändern. Bitte bestätigen Sie die Adresse. Die Änderung gilt 24 Stunden nach der Anforderung, oder früher, wenn ihr über die bisherige Adresse zugestimmt wird.`,
      },
      button: 'Adresse bestätigen',
      note: 'Der Link ist 24 Stunden lang gültig. Wenn Sie nicht darum gebeten haben, ignorieren Sie diese E-Mail.',
    },
    requested: {
      subject: (brand) => `Für Ihr Konto bei ${brand} wurde eine neue E-Mail-Adresse angefordert`,
      preheader: 'Wenn Sie nicht darum gebeten haben, brechen Sie die Änderung ab.',
      heading: 'Eine neue E-Mail-Adresse wurde angefordert',
      text: {
        person: (brand) =>
          `Jemand, der in Ihrem Konto bei ${brand} angemeldet ist und das Passwort kennt, möchte dessen E-Mail-Adresse ändern. Ihr Konto behält diese Adresse, bis die neue bestätigt ist.`,
        support: (brand) =>
          `Unser Support wurde gebeten, die E-Mail-Adresse Ihres Kontos bei ${brand} zu ändern. Die neue Adresse gilt frühestens nach 24 Stunden, sobald sie bestätigt ist. Wenn Sie darum gebeten haben und nicht warten möchten, stimmen Sie zu.`,
      },
      notYou: (support) =>
        `Wenn Sie nicht darum gebeten haben, brechen Sie die Änderung ab. Bei Fragen schreiben Sie an ${support}.`,
      cancel: 'Änderung abbrechen',
      agree: 'Der Änderung zustimmen',
      note: {
        person:
          'Der Link zum Abbrechen ist 7 Tage lang gültig, auch nach der Änderung. Er gibt Ihnen diese Adresse zurück, meldet alle Geräte ab und macht das Passwort ungültig.',
        support:
          'Die Links sind gültig, bis die Änderung wirksam wird, oder 24 Stunden lang, wenn die neue Adresse nicht bestätigt wird.',
      },
    },
    taken: {
      subject: (brand) => `Zu dieser Adresse gibt es bereits ein Konto bei ${brand}`,
      preheader: 'Es wurde nichts geändert.',
      heading: 'Zu dieser Adresse gibt es bereits ein Konto',
      text: (brand) =>
        `Jemand, vermutlich Sie selbst, möchte diese Adresse für ein anderes Konto bei ${brand} verwenden. Zu ihr gibt es bereits ein Konto, deshalb wurde nichts geändert.`,
      notYou: (support) => `Wenn Sie sie für das andere Konto verwenden möchten, schreiben Sie an ${support}.`,
    },
    done: {
      subject: (brand) => `Ihre E-Mail-Adresse bei ${brand} wurde geändert`,
      preheader: 'Ihr Konto hat eine neue E-Mail-Adresse.',
      heading: 'Ihre E-Mail-Adresse wurde geändert',
      text: (brand) =>
        `Ihr Konto bei ${brand} hat eine neue E-Mail-Adresse. Mit der Adresse, an die wir diese E-Mail senden, können Sie sich nicht mehr anmelden.`,
      notYou: (support) => `Wenn Sie nicht darum gebeten haben, schreiben Sie sofort an ${support}.`,
      cancel: 'Diese Adresse zurückholen',
      cancelNote:
        'Der Link ist 7 Tage lang gültig. Er gibt Ihnen diese Adresse zurück, meldet alle Geräte ab und macht das Passwort ungültig.',
    },
    restored: {
      subject: (brand) => `Die Änderung Ihrer E-Mail-Adresse bei ${brand} wurde abgebrochen`,
      preheader: 'Sie wurde über die frühere Adresse abgebrochen.',
      heading: 'Die Änderung wurde abgebrochen',
      text: {
        restored: (brand) =>
          `Die E-Mail-Adresse eines Kontos bei ${brand} war auf diese geändert worden. Über die frühere Adresse wurde die Änderung abgebrochen; das Konto hat wieder die frühere Adresse. Mit der Adresse, an die wir diese E-Mail senden, können Sie sich nicht mehr anmelden.`,
        taken: (brand) =>
          `Die E-Mail-Adresse Ihres Kontos bei ${brand} war auf diese geändert worden. Über eine frühere Adresse wurde die Änderung abgebrochen. Das Konto behält diese Adresse, weil die frühere inzwischen zu einem anderen Konto gehört. Alle Geräte sind abgemeldet, und das Passwort gilt nicht mehr.`,
      },
      notYou: (support) => `Wenn das Konto Ihnen gehört, schreiben Sie an ${support}.`,
    },
  },
  erasure: {
    requested: {
      subject: (brand) => `Ihr Antrag auf Löschung Ihres Kontos bei ${brand}`,
      preheader: 'Wir löschen Ihr Konto innerhalb eines Monats.',
      heading: 'Ihr Antrag ist eingegangen',
      text: (brand) =>
        `Sie haben die Löschung Ihres Kontos bei ${brand} beantragt. Wir löschen es innerhalb eines Monats und benachrichtigen Sie danach. Bis dahin können Sie den Antrag auf Ihrer Kontoseite zurückziehen.`,
      notYou: (support) =>
        `Wenn Sie das nicht beantragt haben, ziehen Sie den Antrag dort zurück und schreiben Sie an ${support}.`,
      button: 'Ihr Konto',
    },
    done: {
      subject: (brand) => `Ihr Konto bei ${brand} ist gelöscht`,
      preheader: 'Wir haben Ihr Konto wie beantragt gelöscht.',
      heading: 'Ihr Konto ist gelöscht',
      text: (brand) =>
        `Auf Ihren Antrag haben wir Ihr Konto bei ${brand} gelöscht. Testversionen und Abonnements sind beendet, und neue Zahlungen werden nicht eingezogen. Eine Zahlung, die noch bearbeitet wird, erstatten wir.`,
      kept: 'Rechnungen und andere Unterlagen behalten wir nur, soweit das Gesetz es verlangt. Dies ist unsere letzte E-Mail an Sie.',
    },
  },
}
