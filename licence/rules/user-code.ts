import { randomInt } from 'node:crypto'

/** Letters that are hard to confuse and form no words (RFC 8628, 6.1): 20 of them, so that 8 give 34 bits. */
const letters = 'BCDFGHJKLMNPQRSTVWXZ'
const length = 8

export function newUserCode(): string {
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
}

/** As a program shows it: BCDF-GHJK. */
export function shownUserCode(code: string): string {
  return `${code.slice(0, 4)}-${code.slice(4)}`
}

/** A code as a person typed it, in capitals and without separators; null for an invalid one. */
export function readUserCode(typed: string): string | null {
  const code = typed.toUpperCase().replaceAll(/[\s\p{P}]/gu, '')
  return new RegExp(`^[${letters}]{${length}}$`).test(code) ? code : null
}
