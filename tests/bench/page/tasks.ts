/** What the worker of the bench page does on demand. */
export type Task =
  | 'idle'
  | 'keep' // takes the file's bytes into memory
  | 'load' // bytes kept → report
  | 'parse' // bytes kept → objects
  | 'load-file'
  | 'parse-file'
  | 'send-columns'
  | 'send-objects';

export interface TaskRequest {
  readonly task: Task;
  readonly file: File | null;
}

/** `ms`: what the worker measured; `at`: when it began to send `load`, on the clock that all threads share. */
export interface TaskAnswer {
  readonly ms: number;
  readonly at: number;
  readonly load: unknown;
}

export interface BenchWindow {
  ask(task: Task): Promise<number>;
}
