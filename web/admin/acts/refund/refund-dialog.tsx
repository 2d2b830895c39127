import { actDialogWords, actWords } from '#words/admin/people/acts.ts'
import { Button } from '../../../ui/button.tsx'
import { Loaded } from '../../loaded.tsx'
import { AskDialog } from '../../ask-dialog.tsx'
import { RefundFields } from './refund-fields.tsx'
import { buttonText } from './refund-parts.tsx'
import { fullName } from '../rows.ts'
import { useRefund, type RefundRequest } from './use-refund.ts'

const t = actWords.refund

type RefundDialogProps = RefundRequest & { onClose: () => void }

/**
 * Refunds an invoice: the invoice, the amount, the reason, and the effect on the subscription. Mounted while it is
 * open.
 */
export function RefundDialog({ onClose, ...request }: RefundDialogProps) {
  const { row } = request
  const refund = useRefund(request)
  const { chosen, money, outcomes, decision } = refund

  return (
    <AskDialog
      title={t.title}
      draft={refund.draft}
      words={{ ...t, confirm: buttonText(chosen, money, outcomes, decision) }}
      closable={false}
      dangerous
      check={refund.check}
      act={refund.act}
      onClose={onClose}
      instead={chosen ? undefined : <Button onClick={onClose}>{actDialogWords.close}</Button>}
    >
      {(failure) => (
        <>
          <p className="anywhere">{actDialogWords.about(fullName(row.subscriber), row.plan.title)}</p>
          {failure}
          {chosen ? (
            <RefundFields refund={refund} chosen={chosen} row={row} />
          ) : (
            <Loaded
              query={refund.query}
              waiting={
                <p role="status" className="soft">
                  {t.loading}
                </p>
              }
              message={() => t.loadingFailed}
            >
              {() => (failure ? null : <p>{t.nothingLeft}</p>)}
            </Loaded>
          )}
        </>
      )}
    </AskDialog>
  )
}
