import { idOf } from '../admin/admin-page.ts'
import { givenATrialUser, type TestShop } from '../given.ts'

/**
 * People on hold for a reason that only administrators approve, except a match with a list; each function returns the
 * id of the person.
 */
export const forAdministrators: Record<'region' | 'unreadable' | 'unfinished', (shop: TestShop) => Promise<string>> = {
  async region(shop) {
    const inCrimea = { country: 'UA', region: '43', phone: { countryCode: '+380', phoneNumber: '501234567' } }
    const { email } = await givenATrialUser(shop, inCrimea)
    return idOf(shop, email)
  },
  async unreadable(shop) {
    const { email } = await givenATrialUser(shop, { firstName: 'ⴰ\u{16A00}', lastName: '\u{16A01}\u{16A02}' })
    return idOf(shop, email)
  },
  /** The check of this person ended the matching thread twice. */
  async unfinished(shop) {
    const { email } = await givenATrialUser(shop, { email: `jane.${crypto.randomUUID()}@gmail.com` })
    const id = await idOf(shop, email)
    await shop.sql(
      `insert into screening_checks (id, subscriber_id, at, occasion, outcome, lists, reasons, decided_by)
       values (gen_random_uuid(), $1, (select max(at) from screening_checks) + interval '1 second', 'lists', 'PENDING', '[]',
         '[{"kind":"unfinished","key":"unfinished:x","holds":true}]', 'system')`,
      [id],
    )
    return id
  },
}
