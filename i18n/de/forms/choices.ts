import type { industries } from '../../../domain/lists/industries.ts'
import type { jobRoles } from '../../../domain/lists/job-roles.ts'
import type { ChoiceField } from '../../../domain/person/fields.ts'
import type { Choice } from '../../en/forms/choices.ts'

/** In alphabetical order, except the first and the last, which are the same as in English. */
const industryNames: Record<(typeof industries)[number], string> = {
  Energy: 'Energie',
  Automotive: 'Automobil',
  'Banking and insurance': 'Banken und Versicherungen',
  Construction: 'Bau',
  Consulting: 'Beratung',
  'Mining and metals': 'Bergbau und Metalle',
  Education: 'Bildung',
  Chemicals: 'Chemie',
  Retail: 'Einzelhandel',
  'Electronics and semiconductors': 'Elektronik und Halbleiter',
  Manufacturing: 'Fertigung',
  Healthcare: 'Gesundheitswesen',
  'Consumer goods': 'Konsumgüter',
  Agriculture: 'Landwirtschaft',
  'Food and beverage': 'Lebensmittel und Getränke',
  'Logistics and transport': 'Logistik und Verkehr',
  'Aerospace and defence': 'Luft- und Raumfahrt, Verteidigung',
  'Media and entertainment': 'Medien und Unterhaltung',
  Government: 'Öffentliche Verwaltung',
  'Pharmaceuticals and life sciences': 'Pharma und Biowissenschaften',
  'Software and IT services': 'Software und IT-Dienste',
  Telecommunications: 'Telekommunikation',
  'Water and waste': 'Wasser und Abfall',
  Other: 'Sonstige',
}

const jobRoleNames: Record<(typeof jobRoles)[number], string> = {
  'Academic / Professor / Student': 'Hochschule / Professur / Studium',
  Analyst: 'Analyse',
  Consultant: 'Beratung',
  'Operations manager': 'Betriebsleitung',
  'Data engineer': 'Data Engineering',
  'Data scientist': 'Data Science',
  'Director / Vice president': 'Direktion / Bereichsleitung',
  'Executive / C-level': 'Geschäftsführung / Vorstand',
  Engineer: 'Ingenieurwesen',
  'Business owner': 'Inhaberschaft',
  'IT administrator': 'IT-Administration',
  'Laboratory manager': 'Laborleitung',
  'Product manager': 'Produktmanagement',
  'Project manager': 'Projektleitung',
  'Quality manager': 'Qualitätsmanagement',
  'Software developer': 'Softwareentwicklung',
  'Process engineer': 'Verfahrenstechnik',
  'Reliability engineer': 'Zuverlässigkeitstechnik',
  'Researcher / Scientist': 'Forschung / Wissenschaft',
}

const named = (names: Record<string, string>): Choice[] =>
  Object.entries(names).map(([value, label]) => ({ value, label }))

export const fieldChoices: Record<ChoiceField, Choice[]> = {
  jobFunction: named(jobRoleNames),
  industry: named(industryNames),
}
