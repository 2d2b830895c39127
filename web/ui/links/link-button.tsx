import { buttonClass } from '../button.tsx'
import type { ButtonLook } from '../button.tsx'
import { Link } from './link.tsx'
import type { LinkProps } from './link.tsx'

/** A link that looks like a button. It only navigates. */
export function LinkButton({ variant, size, wide, ...rest }: ButtonLook & Omit<LinkProps, 'className'>) {
  return <Link {...rest} className={buttonClass({ variant, size, wide })} />
}
