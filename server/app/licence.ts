import type { FastifyInstance } from 'fastify'
import { refuse } from '../../contract/errors.ts'
import { paths, signInAddress } from '../../contract/screens.ts'
import { entitlementTo } from '../../domain/subscription/entitlement.ts'
import { createLicence, type Licence } from '../../licence/licence.ts'
import { maskToken } from '../../platform/crypto/masked-token.ts'
import { clientAddress } from '../../platform/network-address.ts'
import type { PageShell } from '../../platform/page.ts'
import type { Language } from '../../domain/language.ts'
import { reportDevices } from '../actions/devices/report-devices.ts'
import type { AppContext } from '../context.ts'
import { productTitle } from '../catalogue.ts'
import { languageFor, wordsFor } from '../http/language.ts'
import { sendPlainPage } from '../http/plain-page.ts'
import { resetsIn } from '../http/session/rate-limits.ts'
import type { Visitors } from '../http/session/visitor.ts'
import { asPerson } from '../store/subscribers/subscribers.ts'
import { findEntitled } from '../store/subscriptions/owned-subscriptions.ts'
import type { Tables } from '../store/tables.ts'
import { isSandbox, type Config } from './config/config.ts'

/** Opens licences with what they need of the shop: entitlement, its limits and its catalogue. */
export function openLicence(config: Config, context: AppContext, secrets: readonly string[]): Promise<Licence<Tables>> {
  const { db, transact, now, allow, catalogue, brand, warn } = context
  return createLicence<Tables>({
    db,
    transact,
    now,
    publicUrl: config.publicUrl,
    secrets,
    allow: (limit, key) => allow(limit, key),
    resetsIn: (limit) => resetsIn(limit, now()),
    products: [...catalogue.products.values()].flatMap(({ key, title, licence: terms }) =>
      terms ? [{ key, title, terms }] : [],
    ),
    desktopProtocol: brand.desktopProtocol,
    isSandbox: isSandbox(config),
    featuresOf: (plan) => (catalogue.plans.get(plan.name) ?? plan).features ?? [],
    async entitlementOf(trx, subscriberId, product) {
      const found = await findEntitled(trx, subscriberId)
      if (!found) return undefined
      const { subscriber, owned } = found
      const { first_name: first, last_name: last, company, email, language } = subscriber
      const request = { product, companion: catalogue.companion }
      return {
        holder: { name: `${first} ${last}`, company, email, language },
        entitlement: entitlementTo(asPerson(subscriber), owned, request),
      }
    },
    announce: (trx, change) => reportDevices(context, trx, change),
    warn,
  })
}

/** Adds the routes of licences; their pages use the shop's sessions, texts and template. */
export function addLicenceRoutes(
  app: FastifyInstance,
  licence: Licence<Tables>,
  { context, visitors, shell }: { context: AppContext; visitors: Visitors; shell: (language: Language) => PageShell },
): Promise<void> {
  return licence.addRoutes(app, {
    visitorOf: (request) => visitors.fromRequest(request),
    async formToken(request, reply) {
      return maskToken(visitors.issueCsrfToken(request, reply, await visitors.fromRequest(request)))
    },
    isFormToken: async (request, token) => visitors.verifyCsrf(await visitors.fromRequest(request), token),
    wordsFor,
    titleOf: (product, request) => productTitle(context.catalogue, product, languageFor(request)),
    addressOf: clientAddress,
    refuse: (code) => refuse(code),
    sendPage: (reply, page) => sendPlainPage(reply, shell, page),
    signInAddress: (returnTo) => signInAddress(returnTo),
    offersOf(product) {
      const trial = [...context.catalogue.plans.values()].find(
        (plan) => plan.product === product && plan.type === 'trial',
      )
      return { trial: trial ? paths.trial(trial.name) : null, plans: paths.plans }
    },
  })
}
