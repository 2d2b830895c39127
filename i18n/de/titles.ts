import type { Words } from '../../domain/language.ts'
import type { screenTitles as englishScreens, stateTitles as englishStates } from '../en/titles.ts'

export const screenTitles: Words<typeof englishScreens> = {
  trial: 'Testen',
  plans: 'Kaufen',
  orderSummary: 'Bestellübersicht',
  confirmation: 'Bestätigung',
  failure: 'Etwas ist schiefgegangen',
  busy: 'Überlastet',
  forbidden: 'Kein Zugang',
  pending: 'Wartet auf Freigabe',
  notApproved: 'Nicht freigegeben',
  notFound: 'Nicht gefunden',
  account: 'Abonnements',
  administration: 'Abonnenten',
  users: 'Abonnenten',
  userDetails: 'Angaben zur Person',
  overview: 'Überblick',
  catalogue: 'Katalog',
  audit: 'Protokoll',
  reviews: 'Prüffälle',
  screening: 'Prüfung',
  queue: 'Aufgaben',
  settings: 'Einstellungen',
  connect: 'Integrationen',
  help: 'Hilfe',
}

export const stateTitles: Words<typeof englishStates> = {
  checkInbox: 'Fast geschafft. Bitte prüfen Sie Ihr Postfach.',
  registerToBuy: 'Für den Kauf ein Konto anlegen',
  trialRunning: 'Sie haben bereits eine Testversion',
  trialOver: 'Ihre Testversion ist abgelaufen',
}
