import { connectWords as t } from '#words/admin/connect.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'

type SecretDialogProps = { title: string; label: string; secret: string; onClose: () => void }

/** Shows a key or a secret, which no call returns again. */
export function SecretDialog({ title, label, secret, onClose }: SecretDialogProps) {
  return (
    <Dialog
      open
      title={title}
      closeLabel={t.close}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t.close}</Button>}
    >
      <p>{t.once}</p>
      <p>
        <code className="anywhere">{secret}</code>
      </p>
      <CopyButton text={secret} subject={label} words={t} />
    </Dialog>
  )
}
