/** Training loop of the programs, and their other threads. */
final class Loop {
    /** A step of training on some rows; returns the loss. */
    interface Step {
        double on(float[][] rows) throws Exception;
    }

    private Loop() {}

    /** Takes as many steps as the first argument says, and prints the last loss. */
    static void run(String[] arguments, Step step) throws Exception {
        float[][] rows = Network.rows(new java.util.Random(1));
        double loss = 0;
        for (int i = 0; i < Integer.parseInt(arguments[0]); i++) {
            loss = step.on(rows);
        }
        System.out.println("loss " + loss);
    }

    static void daemon(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }
}
