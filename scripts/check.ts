import { furtherSteps, runSteps, staticSteps } from './steps.ts'

if (!(await runSteps([...furtherSteps, ...staticSteps]))) process.exitCode = 1
