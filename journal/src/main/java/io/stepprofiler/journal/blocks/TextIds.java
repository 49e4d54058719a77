package io.stepprofiler.journal.blocks;

import java.io.IOException;
import java.util.List;

/**
 * The numbers that the texts of a block have in the segment that is made of it: the same, unless two texts became one
 * on their way.
 *
 * @param names for each name of the block its number in the segment
 * @param signatures for each signature
 * @param stacks for each call stack
 * @param texts for each name of the block its text if it may be that of an argument, else an empty list
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
