import type { DeniedPartyList, EntryKind, ListEntry } from 'name-screening'
import type { ScreeningFacts } from '../../../domain/screening/screening.ts'

/** A person whom no rule concerns. */
export const jane: ScreeningFacts = {
  firstName: 'Jane',
  lastName: 'Doe',
  company: 'Northwind Bottling',
  country: 'GB',
  emailDomain: 'northwind-bottling.com',
  emailDomainName: 'northwind-bottling',
  personalEmail: false,
  disposableEmail: false,
}

/** Returns an entry of a list; its first name is the primary one. */
export function entry(id: string, kind: EntryKind, names: string[], more: Partial<ListEntry> = {}): ListEntry {
  return {
    id,
    kind,
    names: names.map((name, at) => ({ name, quality: at === 0 ? 'primary' : 'strong' })),
    programmes: ['TEST'],
    ...more,
  }
}

export function list(name: string, entries: ListEntry[]): DeniedPartyList {
  return { name, hash: name, date: '2026-11-01', entries }
}
