package io.stepprofiler.journal.blocks;

import java.io.IOException;
import java.util.List;

/**
 * Ids of a block's texts in the segment that is built from it: unchanged, unless two texts became equal.
 *
 * @param names for each name of the block its id in the segment
 * @param signatures the same for each signature
 * @param stacks the same for each call stack
 * @param texts for each name of the block its text if it may be a text argument, else an empty list
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record TextIds(int[] names, int[] signatures, int[] stacks, List<List<String>> texts) {
    /** The text of an argument. */
    String text(int id) throws IOException {
        List<String> text = texts.get(id);
        if (text.isEmpty()) {
            throw new IOException("Name " + id + " of a segment of a journal is no text of an argument");
        }
        return text.get(0);
    }
}
