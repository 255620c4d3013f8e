-- A log as version 1 wrote it: events, and no snapshots yet.
PRAGMA application_id = 128655040;
PRAGMA user_version = 1;
CREATE TABLE events (number INTEGER PRIMARY KEY, line TEXT NOT NULL);
CREATE TRIGGER events_stay BEFORE UPDATE ON events
  BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER events_never_go BEFORE DELETE ON events
  BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER events_come_in_order BEFORE INSERT ON events
  WHEN NEW.number <> (SELECT COALESCE(MAX(number), 0) + 1 FROM events)
  BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
INSERT INTO events VALUES (1, '{"number":1,"at":1000.0,"by":"host","action":{"kind":"begin","game":"stones","config":{"players":2}},"after":"0000000000000000","check":"e05575d6f3835b80"}');
INSERT INTO events VALUES (2, '{"number":2,"at":1001.0,"by":"host","action":{"kind":"sit","seat":0,"name":"Vera"},"after":"e05575d6f3835b80","check":"902cd6c030859e95"}');
INSERT INTO events VALUES (3, '{"number":3,"at":1002.0,"by":"host","action":{"kind":"play","moves":"roll 5"},"after":"902cd6c030859e95","check":"8d45c0dc0392d494"}');
INSERT INTO events VALUES (4, '{"number":4,"at":1003.0,"by":"host","action":{"kind":"play","moves":"take 1"},"seats":[0],"after":"8d45c0dc0392d494","check":"9d66ff41adca6d30"}');
INSERT INTO events VALUES (5, '{"number":5,"at":1004.0,"by":"host","action":{"kind":"correct","event":4,"moves":"take 2"},"seats":[0],"after":"9d66ff41adca6d30","check":"863ddceb3a95fca1"}');
INSERT INTO events VALUES (6, '{"number":6,"at":1005.0,"by":"host","action":{"kind":"choose","mode":"auto"},"after":"863ddceb3a95fca1","check":"bcba2ca62ec6d373"}');
INSERT INTO events VALUES (7, '{"number":7,"at":1006.0,"by":"host","action":{"kind":"confirm","moves":"take 3"},"seats":[1],"after":"bcba2ca62ec6d373","check":"1bc72e7d33620ce2"}');
