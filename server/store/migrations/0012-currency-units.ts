import { sql, type Kysely, type RawBuilder } from 'kysely'

/**
 * Prices of earlier versions were counted in the decimals that the locale data of Node 24.21 (ICU 78) gives a currency.
 * From here on they are counted as Stripe counts them (domain/catalogue/plan.ts). These are all currencies for which the two differ.
 */
const hundredfold = 'afn all cop huf idr iqd irr isk kpw lak lbp mmk pkr sll sos syp ugx yer'.split(' ')
const tenth = ['lyd']

const names = (currencies: string[]) => sql.join(currencies.map((currency) => sql.lit(currency)))
const counted = (terms: RawBuilder<unknown>) =>
  sql`${terms} ->> 'currency' in (${names([...hundredfold, ...tenth])}) and jsonb_typeof(${terms} -> 'priceMinor') = 'number'`

/** The same terms with the price in Stripe's units. */
const recounted = (terms: RawBuilder<unknown>) => {
  const price = sql`(${terms} ->> 'priceMinor')::numeric`
  const minor = sql`case when ${terms} ->> 'currency' in (${names(tenth)}) then round(${price} / 10) else ${price} * 100 end`
  return sql`jsonb_set(${terms}, '{priceMinor}', to_jsonb((${minor})::bigint))`
}

/** Counts every stored price in Stripe's units: in the state and in the events alike, so that replaying them gives the state. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const terms = sql`terms`
  for (const table of ['subscriptions', 'orders'])
    await sql`update ${sql.table(table)} set terms = ${recounted(terms)} where ${counted(terms)}`.execute(db)
  const plan = sql`(data -> 'plan')`
  await sql`
    update events set data = jsonb_set(data, '{plan}', ${recounted(plan)})
    where type in ('PENDING_SUBSCRIPTION_CREATED', 'SUBSCRIPTION_CREATED', 'PLAN_CHANGED') and ${counted(plan)}`.execute(
    db,
  )
  // What is sealed of a forgotten person says what was bought at which price.
  const sealed = sql`(record -> 'terms')`
  await sql`
    update sealed_records set content = jsonb_set(content, '{records}', (
      select jsonb_agg(case when ${counted(sealed)} then jsonb_set(record, '{terms}', ${recounted(sealed)}) else record end
        order by place)
      from jsonb_array_elements(content -> 'records') with ordinality as rows (record, place)))
    where kind = 'purchases' and exists (
      select from jsonb_array_elements(content -> 'records') as rows (record) where ${counted(sealed)})`.execute(db)
}
