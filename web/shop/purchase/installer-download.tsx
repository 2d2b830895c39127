import { useEffect, useRef, useState } from 'react'
import { downloadForms } from '../../../contract/forms/confirmation-forms.ts'
import { addressIn } from '../../../contract/forms/form-call.ts'
import type { System } from '../../../domain/catalogue/system.ts'
import { locale } from '#words/locale.ts'
import { confirmationWords } from '#words/shop/confirmation.ts'
import { shopWords } from '#words/shop/shop.ts'
import { fieldMessages } from '#words/forms/fields.ts'
import { paths } from '../../../contract/screens.ts'
import { PageForm } from '../../forms/page-form.tsx'
import { call, messageOf } from '../../client/api.ts'
import { usePosted } from '../../client/page.tsx'
import { useCall } from '../../client/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { Icon } from '../../ui/icon.tsx'
import { InstallerChecksums } from './installer-checksums.tsx'

const t = confirmationWords

/** The product of the installer, the plan's or the companion, and the name of its form. */
const acts = { plan: 'download', companion: 'download-companion' } as const
/** The name and id of the box: only the companion has one, and a page has at most one. */
const affirmation = 'affirmation'
type Props = { of: keyof typeof acts; plan: string; label: string; primary?: boolean }

/**
 * Offers an installer. The size and checksum come with the page. A press requests the link, which screens the person.
 */
export function InstallerDownload({ of, plan, label, primary = false }: Props) {
  const companion = of === 'companion' ? ({ companion: 'yes' } as const) : {}
  /** Another system than the visitor's, once they have chosen one. */
  const [chosen, setChosen] = useState<System | null>(null)
  const query = { ...companion, ...(chosen ? { system: chosen } : {}) }
  const { data } = useCall('GET /api/v1/plans/{name}/installer', { path: { name: plan }, query })
  // Until the data of the choice has loaded, the page keeps its former content.
  const [file, setFile] = useState(data)
  if (data && data !== file) setFile(data)
  const main = useRef<HTMLButtonElement>(null)
  // The button of the chosen system is gone, and with it the focus.
  useEffect(() => {
    if (chosen !== null && document.activeElement === document.body) main.current?.focus()
  }, [chosen, file])
  const [affirmed, setAffirmed] = useState(false)
  const posted = usePosted()
  const [tried, setTried] = useState(posted?.errors.some(({ field }) => field === affirmation) ?? false)
  const [state, setState] = useState({ busy: false, said: '', failed: false })

  async function download() {
    setTried(true)
    if (file?.asksAffirmation && !affirmed) return document.getElementById(affirmation)?.focus()
    setState({ busy: true, said: '', failed: false })
    try {
      const link = addressIn(
        await downloadForms[acts[of]](call, { plan, system: chosen ?? undefined, affirmation: affirmed }),
      )
      window.location.assign(link ?? '')
      setState({ busy: false, said: t.started, failed: false })
    } catch (error) {
      console.warn(error)
      setState({ busy: false, said: messageOf(error, t.failed), failed: true })
    }
  }

  return (
    <PageForm
      className="stack stack--tight"
      action={paths.confirmation(plan)}
      hidden={{ act: acts[of] }}
      onSubmit={download}
    >
      {file?.asksAffirmation ? (
        <Checkbox
          id={affirmation}
          name={affirmation}
          label={shopWords.form.affirmation}
          error={tried && !affirmed ? fieldMessages.required : undefined}
          checked={affirmed}
          onChange={setAffirmed}
        />
      ) : null}
      <div className="cluster installer-main">
        <Button
          ref={main}
          type="submit"
          variant={primary ? 'primary' : 'quiet'}
          busy={state.busy}
          busyLabel={t.preparing}
        >
          <Icon name="download" />
          {label}
        </Button>
        {file?.system ? <span className="small soft">{t.forSystem(t.systems[file.system])}</span> : null}
      </div>
      {file?.fileName && file.size !== undefined ? (
        <p className="small soft">{t.file(file.fileName, sizeText(file.size))}</p>
      ) : null}
      {file && file.systems.length > 1 ? (
        <p className="cluster small">
          <span className="installer-others">{t.otherSystems}</span>
          {file.systems
            .filter((system) => system !== file.system)
            .map((system) => (
              <Button
                key={system}
                type="submit"
                name="system"
                value={system}
                variant="quiet"
                size="small"
                onClick={(event) => {
                  event.preventDefault()
                  setChosen(system)
                }}
              >
                {t.systems[system]}
              </Button>
            ))}
        </p>
      ) : null}
      {file && file.files.length > 0 ? <InstallerChecksums files={file.files} /> : null}
      <p role="status" className={state.failed ? 'field__error' : 'small'}>
        {state.said}
      </p>
    </PageForm>
  )
}

/** Returns e.g. '1.5 kB' for 1536. */
function sizeText(bytes: number): string {
  const step = Math.min(3, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const unit = (['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const)[step] ?? 'byte'
  return new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 1 }).format(bytes / 1000 ** step)
}
