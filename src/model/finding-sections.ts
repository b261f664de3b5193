import type { Finding, FindingKind } from './findings.ts';

export interface FindingSection {
  readonly id: string;
  readonly title: string;
  readonly findings: readonly Finding[];
}

/** An apiserver that went in silence and an outage with none gone never stand together. */
const SECTIONS: readonly {
  readonly id: string;
  readonly title: string;
  readonly kinds: readonly FindingKind[];
}[] = [
  { id: 'silent', title: 'An apiserver went away in silence', kinds: ['missing-signal', 'silent-outage'] },
  { id: 'unexplained', title: 'Outages with no apiserver gone', kinds: ['unexplained-outage'] },
  { id: 'undeterminable', title: 'Undeterminable', kinds: ['undeterminable'] },
  { id: 'signalled', title: 'Signalled', kinds: ['signalled-outage'] },
  { id: 'warning', title: 'Warnings', kinds: ['warning'] },
];

/** The findings under headings, the most serious first; those set aside stand last. Empty sections are left out. */
export function sectionFindings(
  findings: readonly Finding[],
  dismissed: readonly string[],
): FindingSection[] {
  const open = findings.filter(({ id }) => !dismissed.includes(id));
  const sections = SECTIONS.map(({ id, title, kinds }) => ({
    id,
    title,
    findings: open.filter(({ kind }) => kinds.includes(kind)),
  }));
  const aside = findings.filter(({ id }) => dismissed.includes(id));
  return [...sections, { id: 'aside', title: 'Set aside', findings: aside }].filter(
    (section) => section.findings.length > 0,
  );
}

/** The findings that keys step through, in the order in which they stand in the list: all but those set aside. */
export function openFindings(findings: readonly Finding[], dismissed: readonly string[]): Finding[] {
  return sectionFindings(findings, dismissed)
    .filter(({ id }) => id !== 'aside')
    .flatMap((section) => section.findings);
}
