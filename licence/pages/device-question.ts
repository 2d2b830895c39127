import { isSignedIn } from '../rules/places.ts'
import { devicesOf } from '../store/devices.ts'
import { placeOf, timesOf } from './approve.ts'
import type { DeviceExchange, DevicePage } from './device-exchange.ts'
import type { WaitingRequest } from './device-request.ts'

/** Returns the question whether the computer may be used, or the step that must come first. */
export async function questionPage(
  { context, ports, request, body }: DeviceExchange,
  { product, named, grant }: WaitingRequest,
): Promise<DevicePage> {
  const { signedIn } = await ports.visitorOf(request)
  const title = ports.titleOf(product.key, request)
  const offers = ports.offersOf(product.key)
  const here = 'request' in named ? `/device?request=${named.request}` : '/device'
  if (!signedIn) return body.signIn(title, ports.signInAddress(here), offers)
  const { subscriberId, email } = signedIn
  const found = subscriberId === null ? undefined : await context.entitlementOf(context.db, subscriberId, product.key)
  if (subscriberId === null || !found || 'missing' in found.entitlement) {
    const isOnHold = found !== undefined && 'missing' in found.entitlement && found.entitlement.missing === 'on-hold'
    return body.notEntitled(title, email, isOnHold ? null : offers, named)
  }
  const now = context.now()
  const place = await placeOf(context.db, product, subscriberId, grant.jkt, now)
  if (place === 'swaps') return body.swaps(title, product.terms.swaps)
  if (place === 'devices') {
    const own = await devicesOf(context.db, subscriberId)
    const open = own.filter((one) => one.product === product.key && isSignedIn(timesOf(one), now))
    return body.full(title, open, named)
  }
  return body.question(title, email, grant, named)
}
