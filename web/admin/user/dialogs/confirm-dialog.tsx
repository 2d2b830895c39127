import { detailsWords } from '#words/admin/people/user.ts'
import { useToast } from '../../../ui/overlays/toast.tsx'
import { useRefresh } from '../../../client/queries.ts'
import { AskDialog, type AskDialogProps } from '../../ask-dialog.tsx'

type ConfirmDialogProps = Pick<AskDialogProps, 'act' | 'dangerous' | 'onClose'> & {
  words: AskDialogProps['words'] & { title: string; done: string; failed: string }
  /** States the consequences of the act. */
  text: string
}

/** Asks for confirmation of an act that needs no reason, and performs it. Mounted while the dialog is open. */
export function ConfirmDialog({ words, text, dangerous, act, onClose }: ConfirmDialogProps) {
  const refresh = useRefresh()
  const toast = useToast()

  async function confirm() {
    try {
      await act()
      onClose()
      toast({ tone: 'success', message: words.done })
    } finally {
      await refresh()
    }
  }

  return (
    <AskDialog
      title={words.title}
      closeLabel={detailsWords.close}
      words={words}
      question
      dangerous={dangerous}
      failed={words.failed}
      act={confirm}
      onClose={onClose}
    >
      {(failure) => (
        <>
          <p className="anywhere">{text}</p>
          {failure}
        </>
      )}
    </AskDialog>
  )
}
