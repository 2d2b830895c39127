import type { catalogueWords as english } from '../../en/admin/catalogue.ts'
import type { Words } from '../../../domain/language.ts'
import { locale } from '../locale.ts'

const many = new Intl.NumberFormat(locale)

export const catalogueWords: Words<typeof english> = {
  heading: 'Katalog',
  lead: 'Produkte, Tarife und Preise aus der Katalogdatei. Um sie zu ändern, bearbeiten Sie die Datei und starten Sie den Server neu.',
  failed: 'Der Katalog konnte nicht geladen werden.',
  unasked: {
    title: 'Die Preise konnten nicht vom Zahlungsdienstleister geladen werden',
    text: 'Sie werden nicht angezeigt. Alles andere auf dieser Seite ist aktuell.',
    retry: 'Erneut versuchen',
  },
  asked: (moment) => `Preise beim Zahlungsdienstleister, Stand ${moment}.`,
  differ: (amount) =>
    amount === 1
      ? '1 Tarif weicht vom Zahlungsdienstleister ab. Korrigieren Sie den Preis in der Datei oder dort.'
      : `${amount} Tarife weichen vom Zahlungsdienstleister ab. Korrigieren Sie die Preise in der Datei oder dort.`,
  products: {
    heading: 'Produkte',
    product: 'Produkt',
    key: 'Schlüssel',
    classification: 'Exportklassifizierung',
    none: 'Nicht angegeben',
  },
  plans: {
    heading: 'Tarife',
    plan: 'Tarif',
    product: 'Produkt',
    price: 'Preis in der Datei',
    provider: 'Preis beim Zahlungsdienstleister',
    comparison: 'Vergleich',
    active: 'Aktiv',
    pending: 'Ausstehend',
    recommended: 'Empfohlen',
    affirmation: 'Erfordert die Bestätigung',
    trial: (days) => (days === 1 ? '1 Tag kostenlos' : `${days} Tage kostenlos`),
    units: { day: 'Tag', week: 'Woche', month: 'Monat', year: 'Jahr' },
    unitsTogether: { day: 'Tage', week: 'Wochen', month: 'Monate', year: 'Jahre' },
    per: (price, unit) => `${price} pro ${unit}`,
    every: (price, count, units) => `${price} alle ${count} ${units}`,
    noAmount: 'Kein Betrag pro Einheit',
    line: (line) => `Zeile ${line}`,
    inactive: 'inaktiv',
    none: '-',
    matches: 'Stimmt überein',
    unknown: 'Unbekannt',
    holders: (amount) => many.format(amount),
    people: (amount, plan) => `${many.format(amount)}, ${plan}`,
  },
  differences: {
    missing: 'Kein Preis beim Zahlungsdienstleister',
    inactive: 'Preis inaktiv',
    amount: 'Anderer Betrag oder andere Währung',
    interval: 'Anderer Abrechnungszeitraum',
    metered: 'Abrechnung nach Verbrauch',
    tiered: 'Staffelpreis',
    taxInclusive: 'Enthält Steuer',
  },
  withdrawn: {
    heading: 'Nicht mehr im Katalog',
    text: 'Wer einen dieser Tarife hat, behält Titel, Preis und Bedingungen.',
  },
}
