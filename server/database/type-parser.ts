import pg from 'pg'

type Parser = (text: string) => unknown

const standard = pg.types.getTypeParser as (oid: number, format?: string) => Parser

/** PostgreSQL's own numbers for its types. */
const oids = { int8: 20, int8Array: 1016, date: 1082, dateArray: 1182, textArray: 1009, timestamptz: 1184 } as const

/** Returns the function that reads values of a PostgreSQL type; `openDatabase` lists the results. */
export function typeParser(oid: number, format?: string): Parser {
  if (format === 'binary') return standard(oid, format)
  const texts = standard(oids.textArray) as (text: string) => (string | null)[]
  if (oid === oids.int8) return exactNumber
  if (oid === oids.int8Array) return (text) => texts(text).map((each) => (each === null ? null : exactNumber(each)))
  if (oid === oids.date) return (text) => text
  if (oid === oids.timestamptz) return moment
  if (oid === oids.dateArray) return texts
  return standard(oid)
}

const otherMoment = standard(oids.timestamptz)

/** In UTC, the format of a timestamp is almost that of a Date, which reads it in a tenth of pg's time. */
function moment(text: string): unknown {
  const plain = text.length < 30 && text[4] === '-' && text.endsWith('+00')
  return plain ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : otherMoment(text)
}

function exactNumber(text: string): number | string {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : text
}
