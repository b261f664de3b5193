/** `read`: as Lapse reads it; `parse`: as a program without a scanner would, every line an object. */
export type AuditTask = 'read' | 'parse';

export interface AuditRequest {
  readonly task: AuditTask;
  readonly file: File;
}

export interface AuditFigures {
  readonly requests: number;
  /** Of all columns and texts. */
  readonly columnBytes: number;
}

export interface AuditBenchWindow {
  /** Has so many workers read the chosen files; milliseconds until all are done, and what came out. */
  readAudit(task: AuditTask, workers: number): Promise<AuditFigures & { readonly ms: number }>;
}
