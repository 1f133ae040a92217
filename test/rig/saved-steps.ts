import type { Project } from './project.ts'

/** The steps that an item has saved in the latest run, in their order. */
export function savedSteps(project: Project, item: string): string[] {
  return project
    .events()
    .flatMap((event) => (event.type === 'step-saved' && event.item === item ? [event.step] : []))
}
