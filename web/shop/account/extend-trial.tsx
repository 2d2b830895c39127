import { useEffect, useRef, useState } from 'react'
import { longDate } from '../../../domain/calendar.ts'
import { subscriptionForms } from '../../../contract/forms/subscription-forms.ts'
import { paths, type Entry } from '../../../contract/screens.ts'
import { accountWords } from '#words/account/account.ts'
import { locale } from '#words/locale.ts'
import { call, messageOf } from '../../client/api.ts'
import { useRefresh } from '../../client/queries.ts'
import { PageForm } from '../../forms/page-form.tsx'
import { Button, type ButtonLook } from '../../ui/button.tsx'
import { useToast } from '../../ui/overlays/toast.tsx'

const t = accountWords.extend

/** Offers the owner of a trial more days, once; renders nothing if the server does not offer them. */
export function ExtendTrial({ subscription: { id, extendableTo }, ...look }: Pick<Entry, 'subscription'> & ButtonLook) {
  const [busy, setBusy] = useState(false)
  const [extendedTo, setExtendedTo] = useState<string | null>(null)
  const refresh = useRefresh()
  const toast = useToast()
  const done = useRef<HTMLParagraphElement>(null)
  // The button is gone, and with it the focus.
  useEffect(() => done.current?.focus(), [extendedTo])
  if (extendedTo !== null) {
    return (
      <p className="soft" tabIndex={-1} ref={done}>
        {t.done(longDate(extendedTo, locale))}
      </p>
    )
  }
  if (!extendableTo) return null

  async function extend(to: string) {
    setBusy(true)
    try {
      const answer = await subscriptionForms['extend-trial'](call, { subscription: id })
      setExtendedTo('endDate' in answer ? (answer.endDate ?? to) : to)
    } catch (error) {
      toast({ tone: 'error', message: messageOf(error, accountWords.failed) })
    } finally {
      await refresh('GET /api/v1/subscriptions/user')
      setBusy(false)
    }
  }

  return (
    <PageForm
      className="stack stack--tight"
      action={paths.account}
      hidden={{ act: 'extend-trial', subscription: id }}
      onSubmit={() => extend(extendableTo)}
    >
      <p className="soft">{t.offer(longDate(extendableTo, locale))}</p>
      <div>
        <Button {...look} variant="quiet" type="submit" busy={busy} busyLabel={t.doing}>
          {t.button}
        </Button>
      </div>
    </PageForm>
  )
}
