import type { Output } from '../../../contract/contract.ts'
import type { System } from '../../../domain/catalogue/system.ts'
import { confirmationWords } from '#words/shop/confirmation.ts'
import { CopyButton } from '../../ui/copy-button.tsx'

const t = confirmationWords.verify
type File = Output<'GET /api/v1/plans/{name}/installer'>['files'][number]

/**
 * The commands that compute a file's checksum without installing anything; for Windows, one for the command prompt and
 * one for PowerShell.
 */
const commands: Record<System, (file: string) => string[]> = {
  windows: (file) => [`certutil -hashfile ${file} SHA256`, `Get-FileHash ${file}`],
  macos: (file) => [`shasum -a 256 ${file}`],
  linux: (file) => [`sha256sum ${file}`],
}

/** Shows the checksum of each installer, and the command to compare it with, behind a button. */
export function InstallerChecksums({ files }: { files: readonly File[] }) {
  return (
    <details className="checksums">
      <summary className="link small">{t.summary}</summary>
      <div className="stack small">
        <p>{t.text}</p>
        {files.map((file) => (
          <div key={file.fileName} className="stack stack--tight">
            <p className="strong anywhere">{file.fileName}</p>
            {file.sha256 === null ? (
              <p className="soft">{t.computing}</p>
            ) : (
              <Copied text={file.sha256} subject={t.checksumOf(file.fileName)} />
            )}
            {commandsFor(file).map((command) => (
              <Copied key={command} text={command} subject={command} />
            ))}
          </div>
        ))}
      </div>
    </details>
  )
}

function commandsFor({ system, fileName }: File): string[] {
  if (system !== null) return commands[system](fileName)
  return Object.values(commands).flatMap((command) => command(fileName))
}

function Copied({ text, subject }: { text: string; subject: string }) {
  return (
    <p className="checksums__line">
      <code className="anywhere">{text}</code>
      <CopyButton text={text} subject={subject} words={t} />
    </p>
  )
}
