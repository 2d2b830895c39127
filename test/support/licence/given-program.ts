import { givenATrialUser, type TestShop } from '../given.ts'
import { createProgram } from './program.ts'

/** Creates a person with a trial whose program is signed in; `changes` are parameters of its request. */
export async function givenAProgram(shop: TestShop, changes: Record<string, string> = {}) {
  const person = await givenATrialUser(shop)
  const program = await createProgram(shop)
  await program.signIn(person.visitor, changes)
  return { ...person, program }
}
