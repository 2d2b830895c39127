import { Stripe } from 'stripe'
import { z } from 'zod'
import type { PlanTerms } from '../../../../domain/subscription/subscription.ts'
import { createStripeClient, type StripeAccess } from '../stripe/client.ts'
import { findPrices } from '../stripe/prices.ts'
import { fault, warning, type SettingsTopic, type Finding } from './findings.ts'
import { judgePrices, judgeCurrencies, checkProducts } from './price-settings.ts'
import { checkTax } from './tax-settings.ts'
import { checkPortal } from './portal-settings.ts'
import { checkWebhook } from './webhook-settings.ts'
import { permissionChecks } from './key-permissions.ts'

export type SettingsQuestion = {
  plans: readonly PlanTerms[]
  automaticTax: boolean
  /** Where Stripe must send its reports; null if Stripe cannot reach the shop. */
  webhookUrl: string | null
}

/** How long one response can take, in ms. All are requested together, so the whole check takes hardly longer. */
const answerTimeout = 4000

/**
 * Compares the settings of the Stripe account with what the shop requires. Only reads, and never rejects because of
 * Stripe's responses: a setting that cannot be read is a warning.
 */
export async function checkSettings(
  access: StripeAccess,
  { plans, automaticTax, webhookUrl }: SettingsQuestion,
  timeout = answerTimeout,
): Promise<Finding[]> {
  const stripe = createStripeClient(access, timeout)
  const prices = findPrices(stripe, plans)
  // The reason for a failed read is reported once; the other parts continue without the prices.
  const known = prices.catch(() => null)
  const parts: [SettingsTopic, string, Promise<Finding[]>][] = [
    ['prices', 'The prices', prices.then((found) => [...judgePrices(plans, found), ...judgeCurrencies(plans)])],
    ['products', 'The products', checkProducts(stripe, plans, known)],
    ['tax', 'The tax settings', automaticTax ? checkTax(stripe, known) : Promise.resolve([])],
    ['portal', 'The customer portal', checkPortal(stripe, plans, known)],
    ['webhook', 'The webhook endpoint', webhookUrl === null ? Promise.resolve([]) : checkWebhook(stripe, webhookUrl)],
    ...permissionChecks(stripe, access.key),
  ]
  const findings = await Promise.all(
    parts.map(([about, what, part]) => part.catch((error: unknown) => [unread(about, what, error)])),
  )
  return withoutRepetition(findings.flat())
}

/** Interprets a failed response. Rejects for an error that is not about Stripe's response. */
function unread(about: SettingsTopic, what: string, error: unknown): Finding {
  const { StripeError, StripeAuthenticationError, StripePermissionError } = Stripe.errors
  if (!isAboutAnswer(error)) throw error
  if (error instanceof z.ZodError || error instanceof TypeError)
    return warning(about, `${what} could not be checked: the response has an unexpected format.`)
  if (error instanceof StripeAuthenticationError)
    return fault('key', 'Stripe rejects STRIPE_SECRET_KEY: set a key that is valid and not revoked.')
  if (error instanceof StripePermissionError) {
    const permission = /'(rak_\w+)'/.exec(error.message)?.[1]
    const lack = permission ? `the permission ${permission}` : 'a permission'
    return warning('permissions', `${what} cannot be read: the restricted key lacks ${lack}.`)
  }
  if (isTemporary(error))
    return warning(
      'connection',
      'Stripe cannot be reached, so its settings could not be checked. Prices are looked up at the first purchase.',
    )
  const status = error instanceof StripeError ? error.statusCode : undefined
  return warning(about, `${what} could not be checked: the response was ${status ?? 'unclear'}.`)
}

/** Whether an error is about Stripe's response. A TypeError means that documented fields are missing in it. */
export function isAboutAnswer(error: unknown): boolean {
  return [Stripe.errors.StripeError, z.ZodError, TypeError].some((kind) => error instanceof kind)
}

function isTemporary(error: unknown): boolean {
  const { StripeConnectionError, StripeAPIError, StripeRateLimitError } = Stripe.errors
  return [StripeConnectionError, StripeAPIError, StripeRateLimitError].some((kind) => error instanceof kind)
}

/** If several parts fail for the same reason, one line states it. */
function withoutRepetition(findings: Finding[]): Finding[] {
  return [...new Map(findings.map((finding) => [finding.sentence, finding])).values()]
}
