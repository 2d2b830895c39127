import type { Installation } from './shapes.ts'

/** Returns acknowledged registrations that the database does not contain, and people who occur in it twice. */
export async function compareLedger(
  { sql }: Installation,
  acknowledged: readonly string[],
): Promise<{ lost: string[]; twice: string[]; rows: number }> {
  const rows = await sql<{ email: string }>(
    `select email from subscribers where email like 'proof-%@northwind-bottling.example'`,
  )
  const emails = rows.map(({ email }) => email)
  const known = new Set(emails)
  return {
    lost: acknowledged.filter((email) => !known.has(email)),
    twice: emails.filter((email, index) => emails.indexOf(email) !== index),
    rows: rows.length,
  }
}
