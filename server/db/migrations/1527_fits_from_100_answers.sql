-- Memories are fitted from 100 answers on. The index from 600 on stays for the version before.
CREATE INDEX student_mastery_to_fit ON student_mastery (answers, user_id) WHERE answers >= 100;
