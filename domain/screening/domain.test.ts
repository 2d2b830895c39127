import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { domainFitsCompany } from './domain.ts'

/*
 * Each rule with the cases on both sides of its limits. Zorvex, Quillam and Brontar are invented names; "systems",
 * "solutions" and "global" are words of many companies, which a rule about a company's distinctive word must not use.
 */
type Case = readonly [domain: string, company: string]
const rules: Record<string, { fit: readonly Case[]; differ: readonly Case[] }> = {
  'the words run together, also with "and" or "plus" between them': {
    fit: [
      ['zqandbx', 'Zq & Bx'],
      ['zqplusbx', 'Zq + Bx'],
      ['zor-qui', 'Zorvex Quillam'],
      ['xzoqux', 'Zo Qu'],
      ['zqab', 'Zq'],
      // Words that say nothing about a company are ignored.
      ['zqab', 'The Zq'],
      ['zqab', 'Zq GmbH'],
      ['zqab', 'Zq und Y'],
      // They count if there is no other word.
      ['thegx', 'The GmbH'],
    ],
    differ: [
      ['', 'Zorvex'],
      ['xzoqx', 'Zo Q'],
      ['zqabc', 'Zq'],
      ['zab', 'Z'],
      ['zqab', '!!!'],
    ],
  },
  'letters that ASCII lacks, as they are, without marks or spelled out': {
    fit: [
      ['zörvex', 'Zörvex GmbH'],
      ['zorvex', 'Zörvex GmbH'],
      ['zoervex', 'Zörvex GmbH'],
      ['zoervex-quaellam', 'Zo\u0308rvex & Quällam'],
      ['zuerbro', 'ZÜR Brontar'],
      ['aarvex', 'Årvex'],
      ['zoervex', 'Zørvex'],
      ['zogross', 'Zogroß'],
      ['зорвекс', 'Зорвекс'],
    ],
    differ: [
      ['zörvex', 'Zorvex'],
      ['zоrvex', 'Zorvex'],
      ['zoervex', 'Zorvex'],
    ],
  },
  'the beginning of the words, of three letters or more': {
    fit: [['zor', 'Zorvex']],
    differ: [
      ['zo', 'Zorvex'],
      ['z', 'Zorvex'],
    ],
  },
  'initials, of those of three letters and more also a part, or with more behind them': {
    fit: [
      ['zqb', 'Zorvex Quillam Brontar'],
      ['zqbx', 'Zorvex Quillam Brontar'],
      ['zqbr', 'Zorvex Quillam Brontar Ravell'],
      ['zqb', 'Zorvex Quillam Brontar Ravell'],
      ['zq', 'Zorvex Quillam'],
      ['zg', 'Zorvex GmbH'],
      ['zb', 'Zorvex and Brontar'],
      ['zqbx', 'Zorvex and Quillam and Brontar'],
      ['zab', 'Zorvex and Brontar'],
    ],
    differ: [
      ['zqx', 'Zorvex Quillam'],
      ['qb', 'Zorvex Quillam Brontar'],
      ['xzqb', 'Zorvex Quillam Brontar'],
    ],
  },
  'beginnings of at least two words, in order from the first': {
    fit: [
      ['zorqui', 'Zorvex Quillam'],
      ['zorbro', 'Zorvex Quillam Brontar'],
      ['syst-solu', 'Systems Solutions'],
      ['sysasol', 'Systems and Solutions'],
      ['aaba', 'Aaa Baa Caa Daa Eaa Faa Gaa Haa Iaa Jaa Kaa'],
    ],
    differ: [
      ['quibro', 'Zorvex Quillam Brontar'],
      ['quizor', 'Zorvex Quillam'],
      ['zorxx', 'Zorvex Quillam'],
      ['zorquix', 'Zorvex Quillam'],
      // With twelve words or more, any domain could be composed of some of their beginnings.
      ['aaba', 'Aaa Baa Caa Daa Eaa Faa Gaa Haa Iaa Jaa Kaa Laa'],
    ],
  },
  'a word that tells the company from others: anywhere, at an end if it has three letters, alone if it has two': {
    fit: [
      ['ourzorvexplace', 'Zorvex Quillam'],
      ['quxhouse', 'Zorvex Qux'],
      ['housequx', 'Zorvex Qux'],
      ['qx', 'Zorvex Qx'],
      ['quil', 'Zorvex Quillam'],
    ],
    differ: [
      ['hoquxuse', 'Zorvex Qux'],
      ['qxhouse', 'Zorvex Qx'],
      ['qui', 'Zorvex Quillam'],
      ['globalparts', 'Zorvex Global'],
      ['systemsparts', 'Zorvex Systems'],
      ['partssystems', 'Zorvex Systems'],
      ['oneparts', 'Zorvex One'],
      ['gmbhparts', 'Zorvex GmbH'],
    ],
  },
  'such a word without its vowels, of three letters or more': {
    fit: [
      ['zrvx', 'Zorvex Quillam'],
      ['zrv', 'Zorvex'],
      ['qllm', 'Zorvex Quillam'],
    ],
    differ: [
      ['zr', 'Zorvex'],
      ['rvx', 'Zorvex'],
      ['zrvz', 'Zorvex'],
      ['zxv', 'Zorvex'],
      ['zrvxw', 'Zorvex'],
      ['zrve', 'Zorvex'],
      ['sstm', 'Zorvex Systems'],
    ],
  },
  'four letters or more from the start, and three quarters of the domain': {
    fit: [
      ['systemssolua', 'Systems Solutions'],
      ['systx', 'Systems Solutions'],
      ['systemxy', 'Systems Solutions'],
      ['groupx', 'Group Holdings'],
    ],
    differ: [
      ['systxx', 'Systems Solutions'],
      ['sysxx', 'Systems Solutions'],
      ['sysx', 'Systems Solutions'],
      ['xsystx', 'Systems Solutions'],
    ],
  },
  'any of these once "the", "my" and their like before it, or "gmbh", "usa" and their like behind it, are left out': {
    fit: [
      ...['the', 'my', 'get', 'go', 'try', 'about', 'we', 'use', 'join', 'hi', 'team', 'with'].map(
        (word) => [`${word}systx`, 'Systems Solutions'] as const,
      ),
      ...'inc corp corporation co company companies group grp hq online global international intl usa us uk eu app tech web net ltd llc gmbh ag investor investors holding holdings lab labs software cloud news jobs mail bank auto energy health food foods brand brands financial ind io ai'
        .split(' ')
        .map((word) => [`systx${word}`, 'Systems Solutions'] as const),
      ['thesystxgmbh', 'Systems Solutions'],
    ],
    differ: [
      ['systxfoo', 'Systems Solutions'],
      ['oursystx', 'Systems Solutions'],
      ['sysgettemx', 'Systems Solutions'],
      // Too few letters would remain.
      ['myqx', 'Zorvex Qx'],
      ['zio', 'Z'],
    ],
  },
}

for (const [rule, { fit, differ }] of Object.entries(rules))
  describe(`a domain fits a company by ${rule}`, () => {
    for (const [domain, company] of fit)
      it(`${domain} fits ${company}`, () => assert.equal(domainFitsCompany(domain, company), true))
    for (const [domain, company] of differ)
      it(`${domain || 'no domain'} does not fit ${company}`, () =>
        assert.equal(domainFitsCompany(domain, company), false))
  })
