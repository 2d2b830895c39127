import type { Handlers } from '../../http/calls/contract-routes.ts'
import { createExports } from '../../routes/admin/export-file.ts'
import { accountHandlers } from '../../routes/account/account.ts'
import { deviceHandlers } from '../../routes/account/devices.ts'
import { ownAccountHandlers } from '../../routes/account/own-account.ts'
import { activityHandlers } from '../../routes/admin/people/activity.ts'
import { auditHandlers } from '../../routes/admin/audit.ts'
import { downloadHandlers } from '../../routes/downloads.ts'
import { mailHandlers } from '../../routes/admin/mails.ts'
import { paymentIssueHandlers } from '../../routes/admin/payment-issues.ts'
import { keyHandlers } from '../../routes/admin/keys.ts'
import { eventHandlers } from '../../routes/admin/events.ts'
import { webhookHandlers } from '../../routes/admin/webhooks.ts'
import { settingsHandlers } from '../../routes/admin/settings.ts'
import { brandHandlers } from '../../routes/admin/brand.ts'
import { teamHandlers } from '../../routes/admin/team.ts'
import { viewHandlers } from '../../routes/admin/views.ts'
import { catalogueHandlers } from '../../routes/admin/catalogue.ts'
import { overviewHandlers } from '../../routes/admin/overview.ts'
import { planHandlers } from '../../routes/plans.ts'
import { signInHandlers, type SignInParts } from '../../routes/sign-in/sign-in.ts'
import { preferenceHandlers } from '../../routes/preferences.ts'
import { queueHandlers } from '../../routes/admin/queue.ts'
import { reviewHandlers } from '../../routes/admin/checks/reviews.ts'
import { retainedEvidenceHandlers } from '../../routes/admin/retained-evidence.ts'
import { screeningHandlers } from '../../routes/admin/checks/screening.ts'
import { planChangeHandlers } from '../../routes/admin/people/plan-changes.ts'
import { subscriberHandlers } from '../../routes/admin/people/subscribers.ts'
import { subscriptionHandlers } from '../../routes/account/subscriptions.ts'
import { subscriptionActHandlers } from '../../routes/admin/people/subscription-acts.ts'
import { subscriptionListHandlers } from '../../routes/admin/people/subscription-list.ts'
import { userHandlers } from '../../routes/users.ts'
import { connectPartsOf } from '../connect.ts'
import type { CallName } from '../../../contract/contract.ts'
import { counted, type Metrics } from '../../metrics.ts'
import type { Config } from '../config/config.ts'
import type { AppContext } from '../../context.ts'
import type { Licence } from '../../../licence/licence.ts'
import type { Identity } from '../../../identity/port.ts'
import type { Tables } from '../../store/tables.ts'
import type { OpenedConnect } from '../connect.ts'
import type { OperatorFiles } from '../../operator-files.ts'
import type { Language } from '../../../domain/language.ts'
import type { PageShell } from '../../../platform/page.ts'

export type CallSources = {
  config: Config
  context: AppContext
  licence: Licence<Tables>
  /** The built-in provider; null with another issuer. */
  identity: Pick<Identity<Tables>, 'sampleMails'> | null
  connect: OpenedConnect
  /** The operator's files. */
  sources: OperatorFiles['sources']
  metrics: Metrics
  shell: (language: Language) => PageShell
}

type CallParts = {
  parts: CallSources
  visitors: SignInParts['visitors']
  signIn: SignInParts
  downloads: Parameters<typeof downloadHandlers>[0]
  ownersOf: Parameters<typeof keyHandlers>[2]
}

/** Returns the handler of each call of the contract. */
export function callHandlers({ parts, visitors, signIn, downloads, ownersOf }: CallParts): Handlers {
  const { config, context, metrics } = parts
  const { payments } = context
  const exportFile = createExports(context)
  const handlers: Handlers = {
    ...planHandlers(context, payments),
    ...accountHandlers(context, payments, visitors, parts.shell, async (id) => ({
      devices: await parts.licence.exportOf(id),
      ...(await connectPartsOf(context.db, parts.connect, id)),
    })),
    ...ownAccountHandlers(context, visitors, config.publicUrl),
    ...deviceHandlers(context, parts.licence),
    ...userHandlers(context, visitors),
    ...subscriptionHandlers(context, payments),
    ...subscriptionListHandlers(context, payments, exportFile),
    ...subscriptionActHandlers(context, payments),
    ...planChangeHandlers(context, payments),
    ...downloadHandlers(downloads),
    ...subscriberHandlers(context, payments),
    ...activityHandlers(context),
    ...paymentIssueHandlers(context, payments),
    ...auditHandlers(context, exportFile),
    ...retainedEvidenceHandlers(context, exportFile),
    ...overviewHandlers(context),
    ...catalogueHandlers(context, payments),
    ...viewHandlers(context),
    ...settingsHandlers(context, parts.sources, (recipient) => parts.identity?.sampleMails(recipient) ?? []),
    ...brandHandlers(context, parts.sources.brand),
    ...teamHandlers(context, config.admin?.email ?? null),
    ...keyHandlers(context, parts.connect, ownersOf),
    ...eventHandlers(parts.connect),
    ...webhookHandlers(context, parts.connect.webhooks, ownersOf),
    ...reviewHandlers(context),
    ...screeningHandlers(context, exportFile),
    ...mailHandlers(context),
    ...queueHandlers(context),
    'GET /api/v1/config/tss': () => ({ tssUrl: config.tssUrl }),
    ...signInHandlers(signIn),
    ...preferenceHandlers(context, config.publicUrl),
  }
  count(handlers, 'POST /api/v1/users', metrics.registrations)
  count(handlers, 'POST /api/v1/plans/{name}/checkout', metrics.checkouts)
  count(handlers, 'POST /api/v1/products/{name}/checkout', metrics.checkouts)
  return handlers
}

/** Counts the results of a call, whether made by a script or a form. */
function count<C extends CallName>(handlers: Handlers<C>, name: C, results: Metrics['registrations']): void {
  const handle = handlers[name]
  handlers[name] = (input, call) => counted(results, () => handle(input, call))
}
