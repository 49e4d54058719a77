CREATE TABLE window (id INTEGER PRIMARY KEY, file TEXT, trace_id TEXT, host TEXT, pid INTEGER, rank INTEGER,
  world_size INTEGER, start_epoch_nanos INTEGER, duration_nanos INTEGER, is_partial INTEGER,
  begun_events INTEGER, written_events INTEGER, dropped_events INTEGER, unfinished_events INTEGER,
  verdict_rule TEXT, verdict_title TEXT, verdict TEXT, next_step TEXT, is_sure INTEGER);
CREATE TABLE metadata (window_id INTEGER NOT NULL REFERENCES window, key TEXT, value TEXT);
CREATE TABLE track (id INTEGER PRIMARY KEY, window_id INTEGER NOT NULL REFERENCES window, thread_id INTEGER, name TEXT,
  device TEXT, stream INTEGER);
CREATE TABLE step (id INTEGER PRIMARY KEY, window_id INTEGER NOT NULL REFERENCES window,
  track_id INTEGER REFERENCES track, number INTEGER, start_nanos INTEGER, duration_nanos INTEGER, cpu_nanos INTEGER,
  is_unfinished INTEGER);
CREATE TABLE step_part (step_id INTEGER NOT NULL REFERENCES step, part TEXT, nanos INTEGER,
  PRIMARY KEY (step_id, part)) WITHOUT ROWID;
CREATE TABLE event (id INTEGER PRIMARY KEY, window_id INTEGER NOT NULL REFERENCES window,
  track_id INTEGER NOT NULL REFERENCES track, parent_id INTEGER REFERENCES event, name TEXT, kind TEXT,
  module_type TEXT, domain TEXT, start_nanos INTEGER, duration_nanos INTEGER, is_unfinished INTEGER,
  stack_id INTEGER REFERENCES stack, input_shapes TEXT, correlation INTEGER, sequence_number INTEGER);
CREATE TABLE event_argument (event_id INTEGER NOT NULL REFERENCES event, key TEXT, value);
CREATE TABLE operator (window_id INTEGER NOT NULL REFERENCES window, name TEXT, kind TEXT, is_on_device INTEGER,
  calls INTEGER, self_nanos INTEGER, total_nanos INTEGER, min_nanos INTEGER, p50_nanos INTEGER, p99_nanos INTEGER,
  max_nanos INTEGER, self_device_nanos INTEGER, device_nanos INTEGER, self_sampled_nanos INTEGER,
  sampled_nanos INTEGER, self_memory_bytes INTEGER, memory_bytes INTEGER, self_device_memory_bytes INTEGER,
  device_memory_bytes INTEGER, self_java_bytes INTEGER, java_bytes INTEGER, flops INTEGER);
CREATE TABLE stack (id INTEGER PRIMARY KEY, window_id INTEGER NOT NULL REFERENCES window);
CREATE TABLE stack_frame (stack_id INTEGER NOT NULL REFERENCES stack, depth INTEGER, class TEXT, method TEXT, file TEXT,
  line INTEGER, PRIMARY KEY (stack_id, depth)) WITHOUT ROWID;
CREATE TABLE sample (window_id INTEGER NOT NULL REFERENCES window, track_id INTEGER REFERENCES track, kind TEXT,
  start_nanos INTEGER, weight INTEGER, stack_id INTEGER REFERENCES stack);
CREATE TABLE memory_event (window_id INTEGER NOT NULL REFERENCES window, track_id INTEGER REFERENCES track,
  start_nanos INTEGER, action TEXT, device TEXT, address INTEGER, bytes INTEGER, allocated_bytes INTEGER,
  category TEXT, stack_id INTEGER REFERENCES stack);
CREATE TABLE counter (window_id INTEGER NOT NULL REFERENCES window, name TEXT, domain TEXT, start_nanos INTEGER,
  value REAL);
CREATE TABLE ledger (id INTEGER PRIMARY KEY, name TEXT, main_class TEXT, host TEXT, pid INTEGER, rank INTEGER,
  world_size INTEGER, start_epoch_nanos INTEGER, is_ended INTEGER, lost_steps INTEGER, missing_blocks INTEGER,
  damaged_bytes INTEGER);
CREATE TABLE ledger_row (ledger_id INTEGER NOT NULL REFERENCES ledger, number INTEGER, steps INTEGER,
  start_nanos INTEGER, duration_nanos INTEGER, min_nanos INTEGER, max_nanos INTEGER, cpu_nanos INTEGER, pause_nanos INTEGER,
  input_wait_nanos INTEGER, batch INTEGER, lock_park_nanos INTEGER, io_nanos INTEGER, communication_nanos INTEGER,
  collectives INTEGER, is_recorded INTEGER, is_warm_up INTEGER, is_captured INTEGER, is_overlapped INTEGER);
CREATE TABLE finding (id INTEGER PRIMARY KEY, window_id INTEGER REFERENCES window, ledger_id INTEGER REFERENCES ledger,
  rule TEXT, title TEXT, severity TEXT, role TEXT, measure REAL, sentence TEXT, next_step TEXT, gain_share REAL,
  gain_nanos_per_step INTEGER, part_of TEXT);
CREATE TABLE evidence (finding_id INTEGER NOT NULL REFERENCES finding, text TEXT, step_number INTEGER,
  start_nanos INTEGER, duration_nanos INTEGER, stack TEXT);
CREATE INDEX step_number ON step (window_id, number);
CREATE INDEX event_start ON event (window_id, start_nanos);
CREATE INDEX event_name ON event (name, window_id, start_nanos);
CREATE INDEX event_parent ON event (parent_id);
CREATE INDEX argument_event ON event_argument (event_id);
CREATE INDEX sample_start ON sample (window_id, start_nanos);
CREATE INDEX memory_start ON memory_event (window_id, start_nanos);
CREATE INDEX counter_start ON counter (window_id, name, start_nanos);
CREATE INDEX ledger_number ON ledger_row (ledger_id, number);
CREATE INDEX evidence_finding ON evidence (finding_id);
