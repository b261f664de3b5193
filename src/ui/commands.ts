import type { PageInput } from '../worker/protocol.ts';
import { openFindings } from '../model/finding-sections.ts';
import { stateOfGroup } from '../timeline/stack.ts';
import { setGroup } from '../view/steps.ts';
import { copyText } from './parts/clipboard.ts';
import { linkWords } from './link-words.ts';
import { askForFiles } from './files/files.ts';
import { KEYS, type KeyAction } from './parts/keys.ts';
import { exportView, PICTURE_KINDS } from './chart/export-view.ts';
import type { Look } from './look.svelte.ts';
import { enterPanel, turnFinding, type ActionGround } from './run-action.ts';
import type { Session } from './session.svelte.ts';
import { showFinding } from './findings/show-finding.ts';
import { tabsOf } from './side.svelte.ts';
import { THEME_CHOICES } from './theme.ts';

/** Something that the page can do, by name. */
export interface Command {
  readonly id: string;
  readonly words: string;
  readonly group: string;
  readonly keys: readonly string[];
  readonly code?: string | undefined;
  run(): void;
}

/** Everything that the page can do now: the keys' actions first, then what has no key. */
export function commandsOf(
  ground: ActionGround & { readonly look: Look },
  act: (action: KeyAction) => void,
  onopen: (inputs: readonly PageInput[], isAddition?: boolean) => void,
): Command[] {
  const { session, chart, side, look, findings } = ground;
  const plain = (group: string, words: string, run: () => void): Command => ({
    id: `${group} ${words}`,
    group,
    words,
    keys: [],
    run,
  });
  const ask = (isFolder: boolean, isAddition: boolean) => () =>
    void askForFiles(isFolder).then((inputs) => onopen(inputs, isAddition));
  return [
    ...KEYS.filter(({ action }) => action !== 'palette').map(
      ({ action, group, words, keys, code }): Command => ({
        id: action,
        group,
        words,
        keys,
        code,
        run: () => act(action),
      }),
    ),
    plain('Files', 'Open files…', ask(false, false)),
    plain('Files', 'Open a folder…', ask(true, false)),
    plain('Files', 'Add files to this run…', ask(false, true)),
    ...tabsOf(chart.report).map((tab) =>
      plain('Show', `Panel: ${tab}`, () => {
        side.tab = tab;
        enterPanel();
      }),
    ),
    plain('Show', 'Copy link to this view', () => void copyLink(session)),
    ...PICTURE_KINDS.map((kind) =>
      plain(
        'Show',
        `Save a picture: ${kind.toUpperCase()}`,
        () => void exportView(kind, chart, session, look),
      ),
    ),
    ...THEME_CHOICES.map((choice) => plain('Show', `Theme: ${choice}`, () => look.choose(choice))),
    ...openFindings(findings, session.view.dismissed).map((finding, index) =>
      plain('Findings', `Finding ${index + 1}: ${finding.title}`, () => showFinding(finding, chart, session)),
    ),
    ...findings
      .filter(({ id }) => session.view.dismissed.includes(id))
      .map((finding) =>
        plain('Findings', `Bring back: ${finding.title}`, () => turnFinding(session, finding)),
      ),
    ...chart.lanes.groups.map((group, index) => {
      const isOpen = stateOfGroup(chart.lanes, index, session.view.groups) === 'open';
      const next = isOpen ? 'closed' : 'open';
      return plain('Lanes', `${isOpen ? 'Collapse' : 'Expand'} group: ${group.label}`, () =>
        session.change(setGroup(session.view, group.id, next, group.usual), true),
      );
    }),
  ];
}

async function copyLink(session: Session): Promise<void> {
  const { href, left } = await session.address();
  session.say(await copyText(href, linkWords(session.view, left)));
}

/** The commands whose words hold all that was typed, in any order; those that begin with it first. */
export function filterCommands(commands: readonly Command[], typed: string): Command[] {
  const words = typed
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const textOf = ({ group, words: own }: Command) => `${own} ${group}`.toLowerCase();
  const rank = (command: Command) => (textOf(command).startsWith(typed.trim().toLowerCase()) ? 0 : 1);
  return commands
    .filter((command) => words.every((word) => textOf(command).includes(word)))
    .sort((a, b) => rank(a) - rank(b));
}
