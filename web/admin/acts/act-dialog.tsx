import { acts, asks } from '../../../domain/subscription/acts.ts'
import { actDialogWords as t, actWords } from '#words/admin/people/acts.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { AskDialog } from '../ask-dialog.tsx'
import { EndDateField } from './end-date-field.tsx'
import { fullName } from './rows.ts'
import { useActForm, type ActRequest } from './use-act-form.ts'

type ActDialogProps = ActRequest & { onClose: () => void }

/** One act on one subscription: its data, the question, and the server's response. */
export function ActDialog({ onClose, ...request }: ActDialogProps) {
  const { act, row } = request
  const { draft, values, before, isPossible, idOf, faultOf, enter, check, perform } = useActForm(request)
  const words = actWords[act]
  const asksReason = asks(act, 'comment')

  return (
    <AskDialog
      title={words.title}
      draft={draft}
      words={words}
      closable={false}
      dangerous={acts[act].dangerous}
      question={acts[act].dangerous || act === 'undo' || !asksReason}
      check={check}
      act={perform}
      onClose={onClose}
      instead={isPossible ? undefined : <Button onClick={onClose}>{t.close}</Button>}
    >
      {(failure) => (
        <>
          <p className="anywhere">{t.about(fullName(row.subscriber), row.plan.title)}</p>
          {'text' in words ? <p>{words.text}</p> : null}
          {failure}
          {asks(act, 'endDate') ? (
            <EndDateField
              id={idOf('endDate')}
              value={values.endDate}
              before={before}
              error={faultOf('endDate')}
              onChange={(day) => enter('endDate', day)}
            />
          ) : null}
          {asksReason ? (
            <TextArea
              id={idOf('comment')}
              name="comment"
              label={act === 'comment' ? actWords.comment.comment : t.reason}
              hint={act === 'comment' ? actWords.comment.hint : undefined}
              value={values.comment}
              onChange={(text) => enter('comment', text)}
              error={faultOf('comment')}
            />
          ) : null}
        </>
      )}
    </AskDialog>
  )
}
