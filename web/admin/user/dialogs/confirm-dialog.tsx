import { detailsWords } from '#words/admin/people/user.ts'
import { AskDialog, type AskDialogProps } from '../../ask-dialog.tsx'

type ConfirmDialogProps = Pick<AskDialogProps, 'act' | 'dangerous' | 'onClose'> & {
  words: AskDialogProps['words'] & { title: string; done: string; failed: string }
  /** States the consequences of the act. */
  text: string
}

/** Asks for confirmation of an act that needs no reason, and performs it. Mounted while the dialog is open. */
export function ConfirmDialog({ words, text, dangerous, act, onClose }: ConfirmDialogProps) {
  return (
    <AskDialog
      title={words.title}
      closeLabel={detailsWords.close}
      words={words}
      question
      dangerous={dangerous}
      failed={words.failed}
      act={act}
      done={() => words.done}
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
